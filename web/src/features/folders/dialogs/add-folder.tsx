import { zodResolver } from '@hookform/resolvers/zod';
import { AddFolder } from '@feusa/contracts/folders';
import type { FolderPage } from '@feusa/contracts/views';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { newCorrelation } from '../../../shared/api.js';
import { showFieldErrors, useFormDraft } from '../../../shared/form.js';
import { TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { addFolder } from './commands.js';
import { ADD_FILE_FAILED } from './failures.js';

const NOT_ADDED = 'The folder was not added.';

interface AddFolderDialogProps {
  readonly page: FolderPage;
  readonly onClose: () => void;
}

export default function AddFolderDialog({ page, onClose }: AddFolderDialogProps) {
  const [error, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(AddFolder.pick({ name: true })),
    defaultValues: { name: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  useFormDraft(`add-folder:${page.folder?.id ?? 'root'}`, form);
  const submit = handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      const correlationId = newCorrelation();
      await addFolder(page, name, correlationId);
      offerUndo('Folder added.', correlationId);
      onClose();
    } catch (refusal) {
      if (!showFieldErrors(refusal, ['name'], setError)) setFailure(refusal);
    }
  });
  return (
    <FormDialog
      title="Add Folder"
      submitLabel="Add Folder"
      onSubmit={submit}
      onClose={onClose}
      pending={formState.isSubmitting}
      dirty={formState.isDirty}
      failure={error === undefined ? undefined : { text: ADD_FILE_FAILED, what: NOT_ADDED, error }}
    >
      <TextField
        label="Name"
        hint={`In ${page.folder?.name ?? 'Files'}. At most 50 characters.`}
        autoFocus
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
