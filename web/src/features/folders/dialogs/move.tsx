import type { FolderView } from '@feusa/contracts/folders';
import { useState, type FormEvent } from 'react';
import { Failure } from '../../../shared/ui/banner.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { FolderPicker, type Picked } from './folder-picker.js';
import { moveAll } from './moving.js';
import { texts } from '../texts.js';

interface MoveDialogProps {
  readonly folders: readonly FolderView[];
  readonly onClose: () => void;
}

export default function MoveDialog({ folders, onClose }: MoveDialogProps) {
  const [to, setTo] = useState<Picked>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [first] = folders;
  const title =
    folders.length === 1 && first ? texts.moveNamed(first.name) : texts.moveFolder(folders.length);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!to) return;
    setPending(true);
    const refusal = await moveAll(folders, to.id);
    setPending(false);
    if (refusal === undefined) onClose();
    else setError(refusal);
  };
  return (
    <FormDialog
      title={title}
      submitLabel={to ? texts.moveToNamed(to.name) : texts.chooseAFolder}
      onSubmit={submit}
      onClose={onClose}
      pending={pending}
    >
      {error !== undefined && <Failure text={texts.notEverythingWasMoved} error={error} />}
      <FolderPicker
        hidden={new Set(folders.map(({ id }) => id))}
        disabled={new Set(folders.map(({ parentId }) => parentId))}
        picked={to}
        onPick={setTo}
      />
    </FormDialog>
  );
}
