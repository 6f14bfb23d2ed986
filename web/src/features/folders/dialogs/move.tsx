import { useState, type FormEvent } from 'react';
import { useSubmission } from '../../../shared/use-submission.js';
import { Failure } from '../../../shared/ui/banner.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { homeOf, type Doc, type Entry } from '../page/entries.js';
import { FolderPicker, type Picked } from './folder-picker.js';
import { copyAll, described, moveAll } from './moving.js';
import { texts } from '../texts.js';

interface FolderDialogProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** Where they are already, where that is no place to go to. */
  readonly here: ReadonlySet<string | null>;
  readonly submitLabel: (name: string) => string;
  readonly failure: string;
  readonly onSubmit: (to: string | null) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for a folder, and does something with entries and that. */
function FolderDialog({ title, entries, here, onClose, ...words }: FolderDialogProps) {
  const [to, setTo] = useState<Picked>();
  const { pending, failure, run } = useSubmission(words.failure);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!to) return;
    await run(async () => {
      await words.onSubmit(to.id);
      onClose();
    });
  };
  return (
    <FormDialog
      title={title}
      submitLabel={to ? words.submitLabel(to.name) : texts.chooseAFolder}
      onSubmit={submit}
      onClose={onClose}
      pending={pending}
    >
      {failure && <Failure {...failure} />}
      <FolderPicker
        hidden={new Set(entries.map(({ id }) => id))}
        disabled={here}
        foldersOnly={entries.every(({ type }) => type === 'folder')}
        picked={to}
        onPick={setTo}
      />
    </FormDialog>
  );
}

const titleOf = (verb: string, entries: readonly Entry[]) => {
  const [first] = entries;
  return entries.length === 1 && first
    ? texts.verbNamed(verb, first.name)
    : `${verb} ${described(entries)}`;
};

interface MoveDialogProps {
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
}

export default function MoveDialog({ entries, onClose }: MoveDialogProps) {
  return (
    <FolderDialog
      title={titleOf(texts.move, entries)}
      entries={entries}
      here={new Set(entries.map(homeOf))}
      submitLabel={texts.moveToNamed}
      failure={texts.notEverythingWasMoved}
      onSubmit={(to) => moveAll(entries, to)}
      onClose={onClose}
    />
  );
}

interface CopyDialogProps {
  readonly entries: readonly Doc[];
  readonly onClose: () => void;
}

export function CopyDialog({ entries, onClose }: CopyDialogProps) {
  return (
    <FolderDialog
      title={titleOf(texts.copy, entries)}
      entries={entries}
      here={new Set()}
      submitLabel={texts.copyToNamed}
      failure={texts.notEverythingWasCopied}
      onSubmit={(to) => copyAll(entries, to ?? '')}
      onClose={onClose}
    />
  );
}
