import type { OnConflict } from '@feusa/contracts/undo';
import styles from './undo.module.css';

interface ConflictChoiceProps {
  readonly choice: OnConflict;
  readonly onChoice: (choice: OnConflict) => void;
}

const choices = [
  ['skip', 'Leave that as it is'],
  ['overwrite', 'Undo it all the same'],
] as const;

/** What to do with what somebody has changed since. */
export const ConflictChoice = ({ choice, onChoice }: ConflictChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend>Some of this was changed since</legend>
    {choices.map(([value, label]) => (
      <label key={value}>
        <input
          type="radio"
          name="undo-conflict"
          checked={choice === value}
          onChange={() => onChoice(value)}
        />
        {label}
      </label>
    ))}
  </fieldset>
);
