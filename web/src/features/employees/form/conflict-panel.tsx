import { useState } from 'react';
import { Button } from '../../../shared/ui/button.js';
import {
  changedMeanwhile,
  fieldLabels,
  type FieldChange,
  type FieldName,
  type FormValues,
} from './conflict.js';
import styles from './employee-form.module.css';
import { texts } from '../texts.js';

type Choice = Partial<Record<FieldName, 'mine' | 'theirs'>>;

interface ConflictPanelProps {
  readonly before: FormValues;
  readonly theirs: FormValues;
  readonly mine: FormValues;
  readonly onReapply: (choice: Choice) => void;
}

/** Somebody saved this person meanwhile: what they changed, and what to do where both did. */
export function ConflictPanel({ before, theirs, mine, onReapply }: ConflictPanelProps) {
  const [choice, setChoice] = useState<Choice>({});
  const changes = changedMeanwhile({ before, theirs, mine });
  return (
    <section role="alert" className={styles.conflict}>
      <p>
        <strong>{texts.changedMeanwhile}</strong>
      </p>
      <div className={styles.changes}>
        {changes.map((change) => (
          <Change
            key={change.name}
            change={change}
            choice={choice[change.name] ?? 'mine'}
            onChoose={(side) => setChoice({ ...choice, [change.name]: side })}
          />
        ))}
        {changes.length === 0 && <p>{texts.onlyImageChanged}</p>}
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => onReapply(choice)}>{texts.reapply}</Button>
      </div>
    </section>
  );
}

interface ChangeProps {
  readonly change: FieldChange;
  readonly choice: 'mine' | 'theirs';
  readonly onChoose: (side: 'mine' | 'theirs') => void;
}

const shown = (value: string) => value || 'nothing';

function Change({ change, choice, onChoose }: ChangeProps) {
  const { name, before, theirs, mine, clash } = change;
  const option = (side: 'mine' | 'theirs', text: string) => (
    <label className={styles.option}>
      <input
        type="radio"
        name={`choice-${name}`}
        checked={choice === side}
        onChange={() => onChoose(side)}
      />
      {text}
    </label>
  );
  return (
    <fieldset className={styles.change}>
      <legend>{fieldLabels[name]}</legend>
      {clash ? (
        <>
          {option('mine', texts.mine(shown(mine)))}
          {option('theirs', texts.theirs(shown(theirs), shown(before)))}
        </>
      ) : (
        <p>{texts.nowWas(shown(theirs), shown(before))}</p>
      )}
    </fieldset>
  );
}
