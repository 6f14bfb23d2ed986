import type { FolderAccess, FolderAccessView, FolderView } from '@feusa/contracts/folders';
import { folderTopic } from '@feusa/contracts/topics';
import type { FormEvent } from 'react';
import useSWR from 'swr';
import { newCorrelation, send, wrote } from '../../../shared/api.js';
import { useDraftState } from '../../../shared/drafts.js';
import { useLive } from '../../../shared/live.js';
import { asOf, usePast } from '../../../shared/past.js';
import { useSession } from '../../../shared/session.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { LoadingState } from '../../../shared/ui/states.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { useSubmission } from '../../../shared/use-submission.js';
import options from '../../../shared/ui/options.module.css';
import { ChangeAccess } from './change-access.js';
import { withChosen, type Chosen } from './changes.js';
import { texts } from './texts.js';
import { accessKey } from './use-manages.js';
import { WhoSees } from './who-sees.js';

interface AccessDialogProps {
  readonly folder: FolderView;
  readonly onClose: () => void;
}

/** Who sees a folder and why, or saw it at the moment on view; administrators change it here. */
export default function AccessDialog({ folder, onClose }: AccessDialogProps) {
  const { isAdmin } = useSession();
  const at = usePast();
  const key = asOf(accessKey(folder.id), at);
  const { data, error, mutate } = useSWR<FolderAccessView, unknown>(key);
  const again = () => void mutate();
  useLive(
    data && at === '' ? folderTopic(folder.parentId) : null,
    ({ id, position }) => {
      if (id !== folder.id) return;
      wrote(position);
      again();
    },
    again,
  );
  const title = at === '' ? texts.whoSees(folder.name) : texts.whoSaw(folder.name);
  if (isAdmin && data)
    return <Change folder={folder} seen={data} onClose={onClose} onSaved={again} />;
  return (
    <Dialog
      title={title}
      size="medium"
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {data ? (
        <WhoSees seen={data} isPast={at !== ''} />
      ) : (
        <LoadingState title={texts.didNotLoad} error={error} onRetry={again}>
          <LoadingBlock label={texts.loading} style={{ height: 160 }} />
        </LoadingState>
      )}
    </Dialog>
  );
}

interface ChangeProps extends AccessDialogProps {
  readonly seen: FolderAccessView;
  readonly onSaved: () => void;
}

const NOBODY: FolderAccess = { read: [], manage: [] };
const UNTOUCHED: { readonly open?: boolean; readonly chosen: Chosen } = { chosen: new Map() };

function Change({ folder, seen, onClose, onSaved }: ChangeProps) {
  // Only what is chosen here is changed: the rest is as others have it meanwhile.
  const [draft, edit] = useDraftState(`access:${folder.id}`, UNTOUCHED);
  const isOpen = draft.open ?? seen.access === null;
  const named = withChosen(seen.access ?? NOBODY, draft.chosen);
  const { run, ...submission } = useSubmission(texts.notSaved);
  const access = isOpen ? null : named;
  const isChanged = JSON.stringify(access) !== JSON.stringify(seen.access);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return onClose();
    await run(async () => {
      const correlationId = newCorrelation();
      const body = access && { read: [...access.read], manage: [...access.manage] };
      await send('set-folder-access', { id: folder.id, access: body }, correlationId);
      offerUndo(texts.isNow(folder.name), correlationId);
      onSaved();
      onClose();
    });
  };
  return (
    <FormDialog
      title={texts.whoSees(folder.name)}
      submitLabel={texts.save}
      size="medium"
      onSubmit={submit}
      onClose={onClose}
      dirty={isChanged}
      {...submission}
    >
      <fieldset className={options.options}>
        <legend>{texts.who}</legend>
        {[true, false].map((open) => (
          <label key={String(open)} className={options.option}>
            <input
              type="radio"
              name="who"
              checked={isOpen === open}
              onChange={() => edit((now) => ({ ...now, open }))}
            />
            {open ? texts.asAbove : texts.chosen}
          </label>
        ))}
      </fieldset>
      <ChangeAccess
        folder={folder}
        seen={seen}
        access={access}
        isChanged={isChanged}
        onChange={(id, may) =>
          edit((now) => ({ ...now, chosen: new Map(now.chosen).set(id, may) }))
        }
      />
      <WhoSees seen={seen} />
    </FormDialog>
  );
}
