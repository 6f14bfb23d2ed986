import type {
  Acknowledgements,
  AcknowledgementRecipients,
} from '@feusa/contracts/acknowledgements';
import type { FileView } from '@feusa/contracts/docs';
import { useState, type FormEvent } from 'react';
import useSWR, { mutate } from 'swr';
import { newCorrelation, send } from '../../../shared/api.js';
import { useDraftState } from '../../../shared/drafts.js';
import { WAITING } from '../../../shared/personal.js';
import { FieldError, TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { useSubmission } from '../../../shared/use-submission.js';
import options from '../../../shared/ui/options.module.css';
import styles from './acknowledge.module.css';
import { Choices } from './choices.js';
import { listKey } from './sending.js';
import { texts } from './texts.js';

interface RequestDialogProps {
  readonly file: FileView;
  readonly onClose: () => void;
}

/** Nobody chosen is undefined. */
function fromOf(isEveryone: boolean, chosen: Chosen): AcknowledgementRecipients | undefined {
  if (isEveryone) return { everyone: true };
  const { groups, users } = chosen;
  if (groups.length + users.length === 0) return undefined;
  return { ...(groups.length > 0 && { groups }), ...(users.length > 0 && { users }) };
}

export interface Chosen {
  readonly groups: string[];
  readonly users: string[];
}
const UNTOUCHED = {
  isEveryone: true,
  chosen: { groups: [], users: [] } as Chosen,
  due: '',
  renew: false,
};

/** Asks everyone, groups or people to read the newest version of a document. */
export default function RequestDialog({ file, onClose }: RequestDialogProps) {
  const { data: before } = useSWR<Acknowledgements>(listKey(file.id));
  const [draft, setDraft] = useDraftState(`ask:${file.id}`, UNTOUCHED);
  const edit = (change: Partial<typeof UNTOUCHED>) => setDraft((now) => ({ ...now, ...change }));
  const { isEveryone, chosen, due, renew } = draft;
  const [wasTried, setTried] = useState(false);
  const { run, ...submission } = useSubmission(texts.notAsked);
  const from = fromOf(isEveryone, chosen);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!from) return setTried(true);
    setTried(false);
    await run(async () => {
      const correlationId = newCorrelation();
      const more = { ...(due && { due }), ...(renew && { renew }) };
      const body = { id: file.id, fileVersion: file.fileVersion, from, ...more };
      await send('ask-acknowledgement', body, correlationId);
      offerUndo(texts.asked(file.name), correlationId);
      void mutate(WAITING);
      onClose();
    });
  };
  return (
    <FormDialog
      title={texts.askAbout(file.name)}
      submitLabel={texts.send}
      size="medium"
      onSubmit={submit}
      onClose={onClose}
      dirty={!isEveryone || due !== '' || renew}
      {...submission}
    >
      {before?.fileVersion != null && <p className={styles.quiet}>{texts.replaces}</p>}
      <fieldset className={options.options}>
        <legend>{texts.askWhom}</legend>
        {[true, false].map((everyone) => (
          <label key={String(everyone)} className={options.option}>
            <input
              type="radio"
              name="whom"
              checked={isEveryone === everyone}
              onChange={() => edit({ isEveryone: everyone })}
            />
            {everyone ? texts.everyone : texts.some}
          </label>
        ))}
      </fieldset>
      {!isEveryone && <Choices chosen={chosen} onChange={(next) => edit({ chosen: next })} />}
      {!from && wasTried && <FieldError>{texts.chooseSomebody}</FieldError>}
      <TextField
        label={texts.due}
        type="date"
        value={due}
        onChange={(event) => edit({ due: event.target.value })}
      />
      <label className={options.option}>
        <input
          type="checkbox"
          checked={renew}
          onChange={(event) => edit({ renew: event.target.checked })}
        />
        {texts.renew}
      </label>
    </FormDialog>
  );
}
