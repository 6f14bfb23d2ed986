import type { UndoNameTaken, UndoStep } from '@feusa/contracts/undo';
import { ArrowRight, Check, CircleSlash, TriangleAlert, Undo2 } from 'lucide-react';
import useSWR from 'swr';
import { factsOf } from '../conflicts/facts.js';
import { useSession } from '../session.js';
import styles from './undo.module.css';
import { conflictText, fieldLabel, stepText, takenText, valueText } from './words.js';
import { texts } from './texts.js';

const signs = {
  ready: [Undo2, styles.ready, texts.canBeUndone],
  conflict: [TriangleAlert, styles.conflict, texts.changedSince],
  blocked: [CircleSlash, styles.blocked, texts.cannotBeUndone],
  done: [Check, styles.done, texts.nothingLeftToDo],
} as const;

/** What undoing does, thing by thing, and what stands in the way. */
export const StepList = ({ steps }: { readonly steps: readonly UndoStep[] }) => (
  <ul className={styles.steps} aria-label={texts.whatUndoingDoes}>
    {steps.map((step) => (
      <Step key={step.position} step={step} isAlone={steps.length === 1} />
    ))}
  </ul>
);

interface StepProps {
  readonly step: UndoStep;
  /** There is room and time to tell more of it. */
  readonly isAlone: boolean;
}

function Step({ step, isAlone }: StepProps) {
  const { user } = useSession();
  const [Sign, tone, label] = signs[step.state];
  return (
    <li className={styles.step}>
      <Sign size={17} strokeWidth={1.5} className={tone} aria-label={label} role="img" />
      <div className={styles.about}>
        <p>{stepText(step)}</p>
        {step.changes.map((change) => (
          <p key={change.field} className={styles.change}>
            <span className={styles.field}>{fieldLabel(change.field)}</span>
            <s>{valueText(step, change.field, change.from)}</s>
            <ArrowRight size={14} strokeWidth={1.5} aria-label={texts.becomes} role="img" />
            <strong>{valueText(step, change.field, change.to)}</strong>
          </p>
        ))}
        {step.conflicts.map((conflict) => (
          <p key={conflict.field} className={styles.way}>
            <span className={styles.field}>{fieldLabel(conflict.field)}</span>
            {conflictText(step, conflict, user?.id)}
          </p>
        ))}
        {step.taken && (
          <div className={styles.way}>
            <p>
              <span className={styles.field}>{fieldLabel('name')}</span>
              {takenText(step, step.taken)}
            </p>
            {isAlone && <Existing taken={step.taken} />}
          </div>
        )}
        {step.reason && !step.taken && <p className={styles.reason}>{step.reason.text}</p>}
      </div>
    </li>
  );
}

/** What a person knows the other thing by. */
function Existing({ taken: { id, kind, folderId } }: { readonly taken: UndoNameTaken }) {
  const about = { existing: { id, kind }, folderId };
  const { data = ['…'] } = useSWR<readonly string[]>(['conflict', about], () => factsOf(about));
  return (
    <dl>
      <dt className={styles.field}>{texts.existing(kind)}</dt>
      {data.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </dl>
  );
}
