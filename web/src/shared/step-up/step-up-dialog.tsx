import { zodResolver } from '@hookform/resolvers/zod';
import { StepUp } from '@feusa/contracts/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, request } from '../api.js';
import { showFieldErrors } from '../form.js';
import { useSession } from '../session.js';
import { FormDialog } from '../ui/form-dialog.js';
import { CodeField } from '../ui/code-field.js';
import { PasswordField } from '../ui/field.js';
import { texts } from './texts.js';

interface StepUpDialogProps {
  readonly onAnswer: (isDone: boolean) => void;
}

/** The password once more; what was asked for goes on by itself afterwards. */
export default function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  const { user } = useSession();
  const [error, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(StepUp),
    defaultValues: { password: '', code: undefined },
  });
  const [asksCode, setAsksCode] = useState(false);
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await request('POST', '/api/step-up', { body });
      onAnswer(true);
    } catch (fault) {
      if (fault instanceof ApiError && fault.code === 'second-factor') return setAsksCode(true);
      if (!showFieldErrors(fault, ['password', 'code'], setError)) setFailure(fault);
    }
  });
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.goOn}
      onSubmit={submit}
      onClose={() => onAnswer(false)}
      pending={formState.isSubmitting}
      failure={error === undefined ? undefined : { text: texts.notConfirmed, error }}
    >
      <p>{texts.means}</p>
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        autoFocus
        label={texts.password}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {asksCode && (
        <CodeField autoFocus error={formState.errors.code?.message} {...register('code')} />
      )}
    </FormDialog>
  );
}
