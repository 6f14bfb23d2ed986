import { AddFolder, type FolderView } from '@feusa/contracts/folders';
import type { FolderPage } from '@feusa/contracts/views';
import { newCorrelation } from '../../../shared/api.js';
import { useDialogForm } from '../../../shared/dialog-form.js';
import { useFormDraft } from '../../../shared/form.js';
import { TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { sendNaming } from '../../../shared/conflicts/send-naming.js';
import { optimistically } from '../../../shared/own-changes.js';
import { newEntry } from '../page/entries.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { texts } from '../texts.js';

/** The sentence for files is that for folders too. */
const FAILED = texts.addFailed;
const NOT_ADDED = texts.theFolderWasNotAdded;

function addFolder(page: FolderPage, text: string, correlationId: string) {
  const name = text.trim();
  const parentId = page.folder?.id ?? null;
  const row: FolderView = { ...newEntry(name), type: 'folder', path: '', parentId };
  const { id } = row;
  return optimistically([{ list: pageKey(parentId), id, row }], () =>
    sendNaming('add-folder', { id, name, parentId }, { correlationId, name, folderId: parentId }),
  );
}

interface AddFolderDialogProps {
  readonly page: FolderPage;
  readonly onClose: () => void;
}

export default function AddFolderDialog({ page, onClose }: AddFolderDialogProps) {
  const { form, errors, dialog } = useDialogForm({
    schema: AddFolder.pick({ name: true }),
    defaultValues: { name: '' },
    failed: { text: FAILED, what: NOT_ADDED },
    send: async ({ name }) => {
      const correlationId = newCorrelation();
      await addFolder(page, name, correlationId);
      offerUndo(texts.folderAdded, correlationId);
      onClose();
    },
  });
  useFormDraft(`add-folder:${page.folder?.id ?? 'root'}`, form);
  return (
    <FormDialog title={texts.addFolder} submitLabel={texts.addFolder} onClose={onClose} {...dialog}>
      <TextField
        label={texts.name}
        hint={texts.nameHint(page.folder?.name ?? texts.files)}
        autoFocus
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  );
}
