import { Eye, EyeOff } from 'lucide-react';
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
} from 'react';
import { IconButton } from './button.js';
import styles from './field.module.css';
import { texts } from '../texts.js';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shown under the field; pass it only once the field was touched. */
  readonly error?: string | undefined;
}

interface Ids {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

function useField({ hint, error }: Labelled): Ids & { hintId: string; errorId: string } {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return {
    id,
    hintId,
    errorId,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  };
}

interface FrameProps extends Labelled {
  readonly ids: ReturnType<typeof useField>;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

function Frame({ label, hint, error, ids, children, className = '' }: FrameProps) {
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={ids.id} className={styles.label}>
        {label}
      </label>
      {hint && <Hint id={ids.hintId}>{hint}</Hint>}
      {children}
      {error && (
        <p id={ids.errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** What is to be known before a field is filled in; `id` for its `aria-describedby`. */
export const Hint = ({ id, children }: { readonly id?: string; readonly children: ReactNode }) => (
  <p id={id} className={styles.hint}>
    {children}
  </p>
);

interface FieldErrorProps {
  readonly id?: string;
  readonly children: ReactNode;
}

/** What is wrong with a field of a kind of its own, read out at once. */
export const FieldError = ({ id, children }: FieldErrorProps) => (
  <p id={id} role="alert" className={styles.error}>
    {children}
  </p>
);

const inputIds = ({ hintId: _h, errorId: _e, ...ids }: ReturnType<typeof useField>) => ids;

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, Labelled {
  readonly ref?: Ref<HTMLInputElement>;
  /** Stands behind what is typed, and cannot be changed. */
  readonly ending?: string;
}

/** Label above, hint before error. Spread react-hook-form's `register(name)` into it. */
export function TextField({ label, hint, error, className, ending, ...input }: TextFieldProps) {
  const ids = useField({ label, hint, error });
  const field = <input type="text" {...input} {...inputIds(ids)} className={styles.input} />;
  return (
    <Frame {...{ label, hint, error, ids, className }}>
      {ending ? (
        <div className={styles.ended}>
          {field}
          <span>{ending}</span>
        </div>
      ) : (
        field
      )}
    </Frame>
  );
}

/** A password with a button that shows it; pasting and password managers work. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  ending: _ending,
  ...input
}: TextFieldProps) {
  const ids = useField({ label, hint, error });
  const [shown, setShown] = useState(false);
  return (
    <Frame {...{ label, hint, error, ids, className }}>
      <div className={styles.reveal}>
        <input
          {...input}
          {...inputIds(ids)}
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className={styles.input}
        />
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? texts.hideCharacters : texts.showCharacters}
          onClick={() => setShown(!shown)}
        />
      </div>
    </Frame>
  );
}

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement>, Labelled {
  readonly ref?: Ref<HTMLSelectElement>;
}

/** The platform's own select: `children` are <option>s. */
export function SelectField({ label, hint, error, className, ...select }: SelectFieldProps) {
  const ids = useField({ label, hint, error });
  return (
    <Frame {...{ label, hint, error, ids, className }}>
      <select {...select} {...inputIds(ids)} className={`${styles.input} ${styles.select}`} />
    </Frame>
  );
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A box to tick, and behind it what that means. */
export const Checkbox = ({ checked, onChange, children }: CheckboxProps) => (
  <label className={styles.checkbox}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {children}
  </label>
);
