import { zodResolver } from '@hookform/resolvers/zod';
import { EditLink, type LinkView } from '@feusa/contracts/docs';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { newCorrelation } from '../../../shared/api.js';
import { showFieldErrors, useFormDraft } from '../../../shared/form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { sendPlaced } from '../../../shared/conflicts/send-placed.js';
import { optimistically } from '../../../shared/own-changes.js';
import { LinkFields } from './link-fields.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { texts } from '../texts.js';

function editLink(before: LinkView, after: LinkView, correlationId: string) {
  const { id, folderId, name, link } = after;
  const about = { correlationId, name, folderId, mine: [link] };
  return optimistically([{ list: pageKey(before.folderId), id, row: after }], () =>
    sendPlaced('edit-link', { id, name, link }, about),
  );
}

interface EditLinkDialogProps {
  readonly link: LinkView;
  readonly onClose: () => void;
}

export default function EditLinkDialog({ link: before, onClose }: EditLinkDialogProps) {
  const [error, setFailure] = useState<unknown>();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(EditLink.pick({ name: true, link: true })),
    defaultValues: { name: before.name, link: before.link },
  });
  const { register, handleSubmit, setError, formState } = form;
  useFormDraft(`rename:${before.id}`, form);
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async ({ name, link }) => {
    setFailure(undefined);
    const after = { ...before, name: name.trim(), link: link.trim() };
    try {
      if (after.name !== before.name || after.link !== before.link) {
        const correlationId = newCorrelation();
        await editLink(before, after, correlationId);
        offerUndo(texts.linkChanged, correlationId);
      }
      onClose();
    } catch (refusal) {
      if (!showFieldErrors(refusal, ['name', 'link'], setError)) setFailure(refusal);
    }
  });
  const failure = { text: texts.changeLinkFailed, what: texts.theLinkStaysAsItIs, error };
  return (
    <FormDialog
      title={texts.editLink}
      submitLabel={texts.save}
      onSubmit={submit}
      onClose={onClose}
      pending={isSubmitting}
      dirty={isDirty}
      failure={error === undefined ? undefined : failure}
    >
      <LinkFields register={register} errors={errors} />
    </FormDialog>
  );
}
