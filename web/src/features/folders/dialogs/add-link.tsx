import { zodResolver } from '@hookform/resolvers/zod';
import { AddLink, type LinkView } from '@feusa/contracts/docs';
import type { FolderPage } from '@feusa/contracts/views';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { newCorrelation } from '../../../shared/api.js';
import { showFieldErrors, useFormDraft } from '../../../shared/form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { sendPlaced } from '../../../shared/conflicts/send-placed.js';
import { optimistically } from '../../../shared/own-changes.js';
import { newEntry } from '../page/entries.js';
import { LinkFields } from './link-fields.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { texts } from '../texts.js';

const FAILED = texts.addLinkFailed;

interface NewLink {
  readonly text: string;
  readonly target: string;
}

function addLink(page: FolderPage, { text, target }: NewLink, correlationId: string) {
  const [name, link] = [text.trim(), target.trim()];
  const folderId = page.folder?.id ?? '';
  const row: LinkView = { ...newEntry(name), type: 'link', link, folderId };
  const { id } = row;
  const about = { correlationId, name, folderId, mine: [link] };
  return optimistically([{ list: pageKey(folderId), id, row }], () =>
    sendPlaced('add-link', { id, folderId, name, link }, about),
  );
}

interface AddLinkDialogProps {
  readonly page: FolderPage;
  readonly onClose: () => void;
}

export default function AddLinkDialog({ page, onClose }: AddLinkDialogProps) {
  const [error, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(AddLink.pick({ name: true, link: true })),
    defaultValues: { name: '', link: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  useFormDraft(`add-link:${page.folder?.id ?? 'root'}`, form);
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async ({ name, link }) => {
    setFailure(undefined);
    try {
      const correlationId = newCorrelation();
      await addLink(page, { text: name, target: link }, correlationId);
      offerUndo(texts.linkAdded, correlationId);
      onClose();
    } catch (refusal) {
      if (!showFieldErrors(refusal, ['name', 'link'], setError)) setFailure(refusal);
    }
  });
  return (
    <FormDialog
      title={texts.addLinkTitle}
      submitLabel={texts.addLinkTitle}
      onSubmit={submit}
      onClose={onClose}
      pending={isSubmitting}
      dirty={isDirty}
      failure={
        error === undefined ? undefined : { text: FAILED, what: texts.theLinkWasNotAdded, error }
      }
    >
      <LinkFields register={register} errors={errors} />
    </FormDialog>
  );
}
