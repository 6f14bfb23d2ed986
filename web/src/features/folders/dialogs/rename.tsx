import { RenameFile, type FileView } from '@feusa/contracts/docs';
import { RenameFolder, type FolderView } from '@feusa/contracts/folders';
import { fileExtension } from '@feusa/contracts/text';
import { useEffect } from 'react';
import { useDialogForm } from '../../../shared/dialog-form.js';
import { useFormDraft } from '../../../shared/form.js';
import { newCorrelation } from '../../../shared/api.js';
import { sendNaming } from '../../../shared/conflicts/send-naming.js';
import { optimistically } from '../../../shared/own-changes.js';
import { homeOf } from '../page/entries.js';
import { pageKey } from '../page/folder-page.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { Banner } from '../../../shared/ui/banner.js';
import { TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { texts } from '../texts.js';
import { useChanged } from './use-changed.js';

type Named = FolderView | FileView;

const kinds = {
  folder: {
    command: 'rename-folder',
    ...{ title: texts.renameFolder, done: texts.folderRenamed },
    ...{ failed: texts.theFolderWasNotRenamed, kept: texts.theFolderKeepsItsName },
    schema: RenameFolder.pick({ name: true }),
  },
  doc: {
    command: 'rename-file',
    ...{ title: texts.renameDocument, done: texts.documentRenamed },
    ...{ failed: texts.theDocumentWasNotRenamed, kept: texts.theDocumentKeepsItsName },
    schema: RenameFile.pick({ name: true }),
  },
} as const;

/** The ending of a document's name stays, whatever is typed. */
const endingOf = ({ type, name }: Named) => (type === 'doc' ? fileExtension(name) : '');

const shownOf = (entry: Named) => entry.name.slice(0, entry.name.length - endingOf(entry).length);

/** Whoever types or pastes a whole name means its ending only once. */
function renamed(entry: Named, typed: string): string {
  const ending = endingOf(entry);
  const isWhole = ending !== '' && typed.toLowerCase().endsWith(ending.toLowerCase());
  if (typed === shownOf(entry) || !isWhole) return typed + ending;
  return typed.slice(0, -ending.length) + ending;
}

function rename(entry: Named, name: string, correlationId: string) {
  const { id, type } = entry;
  const folderId = homeOf(entry);
  return optimistically([{ list: pageKey(folderId), id, row: { ...entry, name } }], () =>
    sendNaming(kinds[type].command, { id, name }, { correlationId, name, folderId }),
  );
}

interface RenameDialogProps {
  readonly entry: Named;
  readonly onClose: () => void;
}

export default function RenameDialog({ entry, onClose }: RenameDialogProps) {
  const { first, now, follow } = useChanged(entry);
  const { title, done, failed, kept, schema } = kinds[entry.type];
  const { form, errors, dialog } = useDialogForm({
    schema,
    defaultValues: { name: shownOf(first) },
    values: { name: shownOf(now) },
    failed: { text: failed, what: kept },
    send: async ({ name: typed }) => {
      const name = renamed(now, typed.trim());
      if (name !== now.name) {
        const correlationId = newCorrelation();
        await rename(now, name, correlationId);
        offerUndo(done, correlationId);
      }
      onClose();
    },
  });
  follow(dialog.pending);
  const { register, setFocus } = form;
  useFormDraft(`rename:${entry.id}`, form);
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  return (
    <FormDialog title={title} submitLabel={texts.rename} onClose={onClose} {...dialog}>
      {now.name !== first.name && (
        <Banner tone="attention">{texts.renamedMeanwhile(now.name)}</Banner>
      )}
      <TextField
        label={texts.name}
        autoComplete="off"
        ending={endingOf(now)}
        error={errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
