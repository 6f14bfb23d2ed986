import { FilePlus2, FolderPlus, Link2 } from 'lucide-react';
import { useSession } from '../../../shared/session.js';
import { Button } from '../../../shared/ui/button.js';
import { EmptyState } from '../../../shared/ui/states.js';
import type { FolderDialog } from './context.js';
import { texts } from '../texts.js';

interface FolderEmptyProps {
  readonly filter: string;
  readonly onClear: () => void;
  readonly inside: boolean;
  readonly open: (dialog: FolderDialog) => void;
}

export function FolderEmpty({ filter, onClear, inside, open }: FolderEmptyProps) {
  const { mayManage } = useSession();
  if (filter)
    return (
      <EmptyState
        title={texts.noResultsFor(filter)}
        action={<Button onClick={onClear}>{texts.showEverything}</Button>}
      >
        {texts.filterHint}
      </EmptyState>
    );
  if (!mayManage) return <EmptyState title={texts.thisFolderIsEmpty}>{texts.emptyHint}</EmptyState>;
  if (!inside)
    return (
      <EmptyState
        title={texts.noFoldersYet}
        action={
          <Button tone="primary" icon={FolderPlus} onClick={() => open({ kind: 'add-folder' })}>
            {texts.addTheFirstFolder}
          </Button>
        }
      >
        {texts.firstFolderHint}
      </EmptyState>
    );
  return (
    <EmptyState
      title={texts.thisFolderIsEmpty}
      action={
        <>
          <Button tone="primary" icon={FilePlus2} onClick={() => open({ kind: 'add-file' })}>
            {texts.addTheFirstFile}
          </Button>
          <Button icon={Link2} onClick={() => open({ kind: 'add-link' })}>
            {texts.addALink}
          </Button>
        </>
      }
    >
      {texts.dropHint}
    </EmptyState>
  );
}
