import type { ProfileRequest } from '@feusa/contracts/employees';
import { useState } from 'react';
import { newCorrelation, send } from '../../../shared/api.js';
import { whenText } from '../../../shared/format.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { toast } from '../../../shared/toast-store.js';
import { Failure } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { TextField } from '../../../shared/ui/field.js';
import { useSubmission } from '../../../shared/use-submission.js';
import { texts } from '../texts.js';
import { Changes } from './changes.js';
import styles from './profile.module.css';

interface DialogProps {
  readonly requests: readonly ProfileRequest[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const say = texts.profile;

/** What people ask for, each accepted with one click or declined with a reason. */
export default function RequestsDialog({ requests, onDone, onClose }: DialogProps) {
  return (
    <Dialog title={say.requestsTitle} size="medium" onClose={onClose}>
      {requests.length === 0 && <p>{say.none}</p>}
      <ul className={styles.requests}>
        {requests.map((request) => (
          <Request key={`${request.id} ${request.version}`} request={request} onDone={onDone} />
        ))}
      </ul>
    </Dialog>
  );
}

interface RequestProps {
  readonly request: ProfileRequest;
  readonly onDone: () => void;
}

function Request({ request, onDone }: RequestProps) {
  const { id, name, at, version: requested, changes } = request;
  const [reason, setReason] = useState<string>();
  const { pending, failure, run } = useSubmission(say.notAnswered);
  const answer = async (work: () => Promise<unknown>) => {
    await run(work);
    onDone();
  };
  const accept = () =>
    answer(async () => {
      const correlationId = newCorrelation();
      await send('accept-profile-change', { id, requested }, correlationId);
      offerUndo(say.accepted(name), correlationId);
    });
  const decline = () =>
    answer(async () => {
      await send('decline-profile-change', { id, requested, reason: reason ?? '' });
      toast({ text: say.wasDeclined(name) });
    });
  return (
    <li>
      <h3>{name}</h3>
      <p className={styles.note}>{whenText(Date.parse(at))}</p>
      <Changes changes={changes} />
      {failure && <Failure {...failure} />}
      {reason !== undefined && (
        <TextField
          autoFocus
          label={say.reason}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <div className={styles.buttons}>
        {reason === undefined ? (
          <>
            <Button small onClick={() => setReason('')}>
              {say.decline}
            </Button>
            <Button small tone="primary" pending={pending} onClick={() => void accept()}>
              {say.accept}
            </Button>
          </>
        ) : (
          <>
            <Button small onClick={() => setReason(undefined)}>
              {say.back}
            </Button>
            <Button
              small
              tone="danger"
              pending={pending}
              disabled={reason.trim() === ''}
              onClick={() => void decline()}
            >
              {say.decline}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
