import { zodResolver } from '@hookform/resolvers/zod';
import { RenameFile, type FileView } from '@feusa/contracts/docs';
import { RenameFolder, type FolderView } from '@feusa/contracts/folders';
import { fileExtension } from '@feusa/contracts/text';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors, useFormDraft } from '../../../shared/form.js';
import { newCorrelation } from '../../../shared/api.js';
import { sendPlaced } from '../../../shared/conflicts/send-placed.js';
import { optimistically } from '../../../shared/own-changes.js';
import { homeOf } from '../page/entries.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { texts } from '../texts.js';

type Named = FolderView | FileView;

const kinds = {
  folder: {
    command: 'rename-folder',
    ...{ title: texts.renameFolder, done: texts.folderRenamed },
    ...{ failed: texts.theFolderWasNotRenamed, kept: texts.theFolderKeepsItsName },
    resolver: zodResolver(RenameFolder.pick({ name: true })),
  },
  doc: {
    command: 'rename-file',
    ...{ title: texts.renameDocument, done: texts.documentRenamed },
    ...{ failed: texts.theDocumentWasNotRenamed, kept: texts.theDocumentKeepsItsName },
    resolver: zodResolver(RenameFile.pick({ name: true })),
  },
} as const;

/** The ending of a document's name stays, whatever is typed. */
const endingOf = ({ type, name }: Named) => (type === 'doc' ? fileExtension(name) : '');

function rename(entry: Named, name: string, correlationId: string) {
  const { id, type } = entry;
  const folderId = homeOf(entry);
  return optimistically([{ list: pageKey(folderId), id, row: { ...entry, name } }], () =>
    sendPlaced(kinds[type].command, { id, name }, { correlationId, name, folderId }),
  );
}

interface RenameDialogProps {
  readonly entry: Named;
  readonly onClose: () => void;
}

export default function RenameDialog({ entry, onClose }: RenameDialogProps) {
  const { title, done, failed, kept, resolver } = kinds[entry.type];
  const ending = endingOf(entry);
  const [error, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'onTouched',
    resolver,
    defaultValues: { name: entry.name.slice(0, entry.name.length - ending.length) },
  });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  useFormDraft(`rename:${entry.id}`, form);
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const submit = handleSubmit(async ({ name: typed }) => {
    setFailure(undefined);
    const name = typed.trim() + ending;
    try {
      if (name !== entry.name) {
        const correlationId = newCorrelation();
        await rename(entry, name, correlationId);
        offerUndo(done, correlationId);
      }
      onClose();
    } catch (refusal) {
      if (!showFieldErrors(refusal, ['name'], setError)) setFailure(refusal);
    }
  });
  return (
    <FormDialog
      title={title}
      submitLabel={texts.rename}
      onSubmit={submit}
      onClose={onClose}
      pending={formState.isSubmitting}
      dirty={formState.isDirty}
      failure={error === undefined ? undefined : { text: failed, what: kept, error }}
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        ending={ending}
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
