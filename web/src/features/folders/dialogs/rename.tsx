import { zodResolver } from '@hookform/resolvers/zod';
import { RenameFolder, type FolderView } from '@feusa/contracts/folders';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors, useFormDraft } from '../../../shared/form.js';
import { newCorrelation } from '../../../shared/api.js';
import { sendPlaced } from '../../../shared/conflicts/send-placed.js';
import { optimistically } from '../../../shared/own-changes.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { texts } from '../texts.js';

const FAILED = texts.theFolderWasNotRenamed;

function renameFolder(folder: FolderView, text: string, correlationId: string) {
  const name = text.trim();
  const { id, parentId } = folder;
  return optimistically([{ list: pageKey(parentId), id, row: { ...folder, name } }], () =>
    sendPlaced('rename-folder', { id, name }, { correlationId, name, folderId: parentId }),
  );
}

interface RenameDialogProps {
  readonly folder: FolderView;
  readonly onClose: () => void;
}

export default function RenameDialog({ folder, onClose }: RenameDialogProps) {
  const [error, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(RenameFolder.pick({ name: true })),
    defaultValues: { name: folder.name },
  });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  useFormDraft(`rename:${folder.id}`, form);
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const submit = handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      if (name !== folder.name) {
        const correlationId = newCorrelation();
        await renameFolder(folder, name, correlationId);
        offerUndo(texts.folderRenamed, correlationId);
      }
      onClose();
    } catch (refusal) {
      if (!showFieldErrors(refusal, ['name'], setError)) setFailure(refusal);
    }
  });
  return (
    <FormDialog
      title={texts.renameFolder}
      submitLabel={texts.rename}
      onSubmit={submit}
      onClose={onClose}
      pending={formState.isSubmitting}
      dirty={formState.isDirty}
      failure={
        error === undefined ? undefined : { text: FAILED, what: texts.theFolderKeepsItsName, error }
      }
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
