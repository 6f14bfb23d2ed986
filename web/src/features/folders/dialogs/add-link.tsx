import { AddLink, type LinkView } from '@feusa/contracts/docs';
import type { FolderPage } from '@feusa/contracts/views';
import { newCorrelation } from '../../../shared/api.js';
import { useDialogForm } from '../../../shared/dialog-form.js';
import { useFormDraft } from '../../../shared/form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { sendNaming } from '../../../shared/conflicts/send-naming.js';
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
    sendNaming('add-link', { id, folderId, name, link }, about),
  );
}

interface AddLinkDialogProps {
  readonly page: FolderPage;
  readonly onClose: () => void;
}

export default function AddLinkDialog({ page, onClose }: AddLinkDialogProps) {
  const { form, errors, dialog } = useDialogForm({
    schema: AddLink.pick({ name: true, link: true }),
    defaultValues: { name: '', link: '' },
    failed: { text: FAILED, what: texts.theLinkWasNotAdded },
    send: async ({ name, link }) => {
      const correlationId = newCorrelation();
      await addLink(page, { text: name, target: link }, correlationId);
      offerUndo(texts.linkAdded, correlationId);
      onClose();
    },
  });
  useFormDraft(`add-link:${page.folder?.id ?? 'root'}`, form);
  return (
    <FormDialog
      title={texts.addLinkTitle}
      submitLabel={texts.addLinkTitle}
      onClose={onClose}
      {...dialog}
    >
      <LinkFields register={form.register} errors={errors} />
    </FormDialog>
  );
}
