import type { InputHTMLAttributes, Ref } from 'react';
import { texts } from '../texts.js';
import { TextField } from './field.js';

interface CodeFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly error?: string | undefined;
  /** Where only an authenticator app will do. */
  readonly appOnly?: boolean;
  /** Where there is none. */
  readonly recoveryOnly?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A code of an authenticator app, or a recovery code. */
export const CodeField = ({ appOnly = false, recoveryOnly = false, ...field }: CodeFieldProps) => (
  <TextField
    label={texts.code}
    hint={appOnly ? texts.codeOfApp : recoveryOnly ? texts.codeOfList : texts.codeHint}
    inputMode={appOnly ? 'numeric' : 'text'}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    {...field}
  />
);
