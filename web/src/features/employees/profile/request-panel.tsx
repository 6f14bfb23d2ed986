import type { EmployeeView, ProfileRequest, RequestedFields } from '@feusa/contracts/employees';
import { useState, type FormEvent } from 'react';
import { ApiError, newCorrelation, send } from '../../../shared/api.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { Banner, Failure } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import { TextField } from '../../../shared/ui/field.js';
import { texts } from '../texts.js';
import { Changes } from './changes.js';
import styles from './profile.module.css';

interface PanelProps {
  readonly person: EmployeeView;
  readonly request: ProfileRequest | null;
  readonly onSent: () => void;
}

const say = texts.profile;
const asked: readonly (keyof RequestedFields)[] = [
  ...(['firstName', 'lastName', 'email', 'role'] as const),
  ...(['location', 'department', 'manager'] as const),
];

/** What an administrator decides: how it is, and what is asked for. */
export function RequestPanel({ person, request, onSent }: PanelProps) {
  const [values, setValues] = useState<Partial<Record<keyof RequestedFields, string>>>({});
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const faults = error instanceof ApiError ? error.fields : {};
  const isOpen = request !== null && request.declined === undefined;

  const run = async (work: () => Promise<unknown>) => {
    setPending(true);
    setError(undefined);
    try {
      await work();
      onSent();
    } catch (fault) {
      setError(fault);
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const correlationId = newCorrelation();
      await send('request-profile-change', { id: person.id, ...values }, correlationId);
      offerUndo(say.sent, correlationId);
      setValues({});
    });
  };
  return (
    <form className={styles.section} noValidate onSubmit={submit}>
      <h2>{say.rest}</h2>
      <p className={styles.note}>{say.restNote}</p>
      {isOpen && (
        <Banner title={say.waits}>
          <Changes changes={request.changes} />
          <Button
            small
            pending={pending}
            onClick={() => void run(() => send('withdraw-profile-change', { id: person.id }))}
          >
            {say.withdraw}
          </Button>
        </Banner>
      )}
      {request?.declined !== undefined && (
        <Banner tone="attention" title={say.declined}>
          <p>{request.declined}</p>
          <Changes changes={request.changes} />
        </Banner>
      )}
      {error !== undefined && Object.keys(faults).length === 0 && (
        <Failure text={say.notSent} error={error} />
      )}
      <div className={styles.fields}>
        {asked.map((name) => (
          <TextField
            key={name}
            label={texts.fields[name]}
            value={values[name] ?? person[name]}
            error={faults[name]}
            autoComplete="off"
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" pending={pending}>
          {isOpen ? say.askAnew : say.ask}
        </Button>
      </div>
    </form>
  );
}
