import type { EmployeeFields } from '@feusa/contracts/employees';
import { displayPhone } from '@feusa/contracts/phone';
import { useId, type InputHTMLAttributes } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../../shared/ui/field.js';
import { fieldLabels, type FieldName, type FormValues } from './conflict.js';
import styles from './employee-form.module.css';
import { ManagerHint, type ManagerChoice } from './manager-choice.js';
import { texts } from '../texts.js';

/** What others have in these fields, so that one place is not written in three ways. */
export type Suggestions = Readonly<
  Record<'location' | 'department' | 'manager' | 'role', readonly string[]>
>;

interface InputsProps {
  readonly managers: ManagerChoice;
  readonly form: UseFormReturn<FormValues, unknown, EmployeeFields>;
  readonly suggestions: Suggestions;
}

/** Somebody else's details: the browser must not fill in one's own. */
const kinds: Partial<Record<FieldName, InputHTMLAttributes<HTMLInputElement>>> = {
  phoneNumber: { type: 'tel', inputMode: 'tel' },
  mobile: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
};

const order: readonly FieldName[] = [
  ...(['firstName', 'lastName', 'phoneNumber', 'mobile', 'email', 'role'] as const),
  ...(['location', 'department', 'manager'] as const),
];

export function EmployeeInputs({ form, suggestions, managers }: InputsProps) {
  const id = useId();
  const { errors, touchedFields, submitCount } = form.formState;
  const phones = form.watch(['phoneNumber', 'mobile']);
  return (
    <div className={styles.inputs}>
      {order.map((name) => {
        const list = suggestions[name as keyof Suggestions];
        const error = touchedFields[name] || submitCount > 0 ? errors[name]?.message : undefined;
        return (
          <div key={name}>
            <TextField
              {...kinds[name]}
              {...form.register(name)}
              autoFocus={name === 'firstName'}
              label={name === 'mobile' ? texts.mobileOptional : fieldLabels[name]}
              error={error}
              autoComplete="off"
              list={list && `${id}-${name}`}
            />
            {list && (
              <datalist id={`${id}-${name}`}>
                {list.map((value) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            )}
            {name === 'phoneNumber' && <FormattedNumber number={phones[0]} />}
            {name === 'mobile' && <FormattedNumber number={phones[1]} />}
            {name === 'manager' && <ManagerHint choice={managers} />}
          </div>
        );
      })}
    </div>
  );
}

/** The number as everybody will see it. */
function FormattedNumber({ number }: { readonly number: string }) {
  const shown = displayPhone(number);
  return (
    <p className={styles.shown} aria-live="polite">
      {shown && texts.shownAs(shown)}
      {!shown && /\d/.test(number) && texts.shownOnceLong}
    </p>
  );
}
