import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import type { OnConflict, UndoPreview } from '@feusa/contracts/undo';
import styles from './undo.module.css';
import { texts } from './texts.js';

interface ChoiceProps<T> {
  readonly choice: T;
  readonly onChoice: (choice: T) => void;
}

/** What to do with what somebody has changed since. */
export const ConflictChoice = (props: ChoiceProps<OnConflict>) => (
  <Choice
    {...props}
    legend="Some of this was changed since"
    choices={[
      ['skip', texts.leaveThatAsItIs],
      ['overwrite', texts.undoItAllTheSame],
    ]}
  />
);

/** What to do with what would come back under a name that something else has by now. */
export const NameChoice = ({ preview: { total, taken }, ...props }: NameChoiceProps) =>
  total > 1 &&
  taken > 0 && (
    <Choice
      {...props}
      legend="Some names already exist"
      choices={[
        ['keep-both', texts.keepBothUnderAnotherName],
        ['refuse', texts.leaveThoseOut],
      ]}
    />
  );

interface NameChoiceProps extends ChoiceProps<OnNameTaken> {
  readonly preview: UndoPreview;
}

interface ChoicesProps<T> extends ChoiceProps<T> {
  readonly legend: string;
  readonly choices: readonly (readonly [value: T, label: string])[];
}

const Choice = <T extends string>({ legend, choices, choice, onChoice }: ChoicesProps<T>) => (
  <fieldset className={styles.choice}>
    <legend>{legend}</legend>
    {choices.map(([value, label]) => (
      <label key={value}>
        <input
          type="radio"
          name={legend}
          checked={choice === value}
          onChange={() => onChoice(value)}
        />
        {label}
      </label>
    ))}
  </fieldset>
);
