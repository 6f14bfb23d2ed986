import { FilePlus2, FolderPlus, Link2 } from 'lucide-react';
import { useSession } from '../../../shared/session.js';
import { Button } from '../../../shared/ui/button.js';
import { EmptyState } from '../../../shared/ui/states.js';
import type { FolderDialog } from './context.js';

interface FolderEmptyProps {
  readonly filter: string;
  readonly onClear: () => void;
  readonly inside: boolean;
  readonly open: (dialog: FolderDialog) => void;
}

export function FolderEmpty({ filter, onClear, inside, open }: FolderEmptyProps) {
  const { isAdmin } = useSession();
  if (filter)
    return (
      <EmptyState
        title={`No results for “${filter}”`}
        action={<Button onClick={onClear}>Show everything</Button>}
      >
        The filter looks at the names in this folder.
      </EmptyState>
    );
  if (!isAdmin)
    return (
      <EmptyState title="This folder is empty">
        Folders, documents and links appear here as soon as an administrator adds them.
      </EmptyState>
    );
  if (!inside)
    return (
      <EmptyState
        title="No folders yet"
        action={
          <Button tone="primary" icon={FolderPlus} onClick={() => open({ kind: 'add-folder' })}>
            Add the first folder
          </Button>
        }
      >
        Begin with the things people look for most: manuals, price lists, forms.
      </EmptyState>
    );
  return (
    <EmptyState
      title="This folder is empty"
      action={
        <>
          <Button tone="primary" icon={FilePlus2} onClick={() => open({ kind: 'add-file' })}>
            Add the first file
          </Button>
          <Button icon={Link2} onClick={() => open({ kind: 'add-link' })}>
            Add a link
          </Button>
        </>
      }
    >
      Drop files or whole folders anywhere on this page.
    </EmptyState>
  );
}
