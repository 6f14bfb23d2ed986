import type { EmployeeView } from '@feusa/contracts/employees';
import { useId, useMemo, useState, type FormEvent } from 'react';
import { useDraftState } from '../../../shared/drafts.js';
import { SelectField, TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import type { Directory } from '../directory/directory.js';
import { ManagerHint, useManagerChoice } from '../form/manager-choice.js';
import { texts } from '../texts.js';
import { BULK, newDraft } from './bulk-draft.js';
import { editable, hasAlready, updateAll, type Editable, type Outcome } from './bulk-update.js';
import { fullName } from '../commands.js';
import styles from './employee-table.module.css';

const order: readonly Outcome['kind'][] = ['failed', 'changed', 'same'];
const MOST = 500;

/** What became of each, what failed first. */
function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  const sorted = order.flatMap((kind) => outcomes.filter((each) => each.kind === kind));
  return (
    <ul className={styles.outcomes} aria-label={texts.table.outcomes} tabIndex={0}>
      {sorted.slice(0, MOST).map(({ person, kind, reason }) => (
        <li key={person.id} data-outcome={kind}>
          {fullName(person)}
          <span>{reason ?? texts.table.outcome[kind]}</span>
        </li>
      ))}
    </ul>
  );
}

interface BulkEditProps {
  readonly people: readonly EmployeeView[];
  readonly directory: Directory;
  readonly onClose: () => void;
}

const say = texts.table;
const MOST_SUGGESTED = 200;

const missing = (wasTried: boolean, value: string) =>
  wasTried && value.trim() === '' ? say.valueMissing : undefined;

/** One value for a column of everybody who is selected. */
export default function BulkEdit({ people, directory, onClose }: BulkEditProps) {
  const id = useId();
  const [begun] = useState(() => newDraft(people));
  const [draft, edit] = useDraftState(BULK, begun);
  const { column, value, correlationId } = draft;
  const [wasTried, setTried] = useState(false);
  const [done, setDone] = useState<number>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [failure, setFailure] = useState<unknown>();
  const manager = useManagerChoice(column === 'manager' ? value : '', {
    employees: directory.rows,
    form: BULK,
  });
  const known = useMemo(
    () => [...new Set(directory.rows.map((each) => each[column]))].slice(0, MOST_SUGGESTED).sort(),
    [column],
  );
  const to = { column, value, managerId: manager.managerId };
  const left = peopleLeft(people, outcomes, directory);
  const due = left.filter((person) => !hasAlready(person, to)).length;
  const isReady = value.trim() !== '' && due > 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady || done !== undefined) return;
    setFailure(undefined);
    setDone(0);
    try {
      const all = await updateAll(left, to, { correlationId, onProgress: setDone });
      const changed = all.filter(({ kind }) => kind === 'changed').length;
      if (changed > 0) offerUndo(say.changed(texts.fields[column], changed), correlationId);
      if (all.every(({ kind }) => kind !== 'failed')) return onClose();
      setOutcomes(merged(outcomes, all));
    } catch (error) {
      setFailure(error);
    } finally {
      setDone(undefined);
    }
  };
  return (
    <FormDialog
      title={say.edit}
      submitLabel={outcomes ? say.again(left.length) : say.submit(isReady ? due : people.length)}
      pending={done !== undefined}
      dirty={value !== '' && !outcomes}
      failure={
        failure === undefined ? undefined : { text: texts.editFailed, what: '', error: failure }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={say.column}
        value={column}
        disabled={outcomes !== undefined}
        onChange={(event) => edit({ ...draft, column: event.target.value as Editable })}
      >
        {editable.map((name) => (
          <option key={name} value={name}>
            {texts.fields[name]}
          </option>
        ))}
      </SelectField>
      <TextField
        autoFocus
        label={say.value}
        value={value}
        error={missing(wasTried, value)}
        autoComplete="off"
        list={`${id}-known`}
        onChange={(event) => edit({ ...draft, value: event.target.value })}
      />
      <datalist id={`${id}-known`}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {column === 'manager' && <ManagerHint choice={manager} />}
      <p role="status">
        {done !== undefined
          ? say.progress(done, left.length)
          : value.trim() !== '' && say.outlook(due, left.length - due)}
      </p>
      {outcomes && <Outcomes outcomes={outcomes} />}
    </FormDialog>
  );
}

/** Whom a next try is about, as they are by now. */
function peopleLeft(
  people: readonly EmployeeView[],
  outcomes: readonly Outcome[] | undefined,
  { byId }: Directory,
): readonly EmployeeView[] {
  if (!outcomes) return people;
  const failed = outcomes.filter(({ kind }) => kind === 'failed');
  return failed.map(({ person }) => byId.get(person.id) ?? person);
}

function merged(before: readonly Outcome[] | undefined, news: readonly Outcome[]) {
  if (!before) return news;
  const byId = new Map(news.map((each) => [each.person.id, each]));
  return before.map((each) => byId.get(each.person.id) ?? each);
}
