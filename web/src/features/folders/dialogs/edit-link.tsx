import { EditLink, type LinkView } from '@feusa/contracts/docs';
import { newCorrelation } from '../../../shared/api.js';
import { useDialogForm } from '../../../shared/dialog-form.js';
import { useFormDraft } from '../../../shared/form.js';
import { Banner } from '../../../shared/ui/banner.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { sendNaming } from '../../../shared/conflicts/send-naming.js';
import { optimistically } from '../../../shared/own-changes.js';
import { LinkFields } from './link-fields.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { texts } from '../texts.js';
import { useChanged } from './use-changed.js';

function editLink(before: LinkView, after: LinkView, correlationId: string) {
  const { id, folderId, name, link } = after;
  const about = { correlationId, name, folderId, mine: [link] };
  return optimistically([{ list: pageKey(before.folderId), id, row: after }], () =>
    sendNaming('edit-link', { id, name, link }, about),
  );
}

interface EditLinkDialogProps {
  readonly link: LinkView;
  readonly onClose: () => void;
}

export default function EditLinkDialog({ link, onClose }: EditLinkDialogProps) {
  const { first, now: before, follow } = useChanged(link);
  const { form, errors, dialog } = useDialogForm({
    schema: EditLink.pick({ name: true, link: true }),
    defaultValues: { name: first.name, link: first.link },
    values: { name: before.name, link: before.link },
    failed: { text: texts.changeLinkFailed, what: texts.theLinkStaysAsItIs },
    send: async ({ name, link }) => {
      const after = { ...before, name: name.trim(), link: link.trim() };
      if (after.name !== before.name || after.link !== before.link) {
        const correlationId = newCorrelation();
        await editLink(before, after, correlationId);
        offerUndo(texts.linkChanged, correlationId);
      }
      onClose();
    },
  });
  follow(dialog.pending);
  useFormDraft(`rename:${before.id}`, form);
  return (
    <FormDialog title={texts.editLink} submitLabel={texts.save} onClose={onClose} {...dialog}>
      {(before.name !== first.name || before.link !== first.link) && (
        <Banner tone="attention">{texts.linkChangedMeanwhile(before.name, before.link)}</Banner>
      )}
      <LinkFields register={form.register} errors={errors} />
    </FormDialog>
  );
}
