import { zodResolver } from '@hookform/resolvers/zod';
import type { PasskeyAnswer, SecondFactorRequest } from '@feusa/contracts/second-factors';
import { StepUp } from '@feusa/contracts/users';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api.js';
import { showFieldErrors } from '../form.js';
import { PasskeyFault, secondFactorRequestedBy } from '../passkeys.js';
import { useSession } from '../session.js';
import { Banner } from '../ui/banner.js';
import { FormDialog } from '../ui/form-dialog.js';
import { CodeField } from '../ui/code-field.js';
import { PasswordField } from '../ui/field.js';
import { SecondProof } from '../ui/second-proof.js';
import { texts } from './texts.js';

const Form = StepUp.omit({ passkey: true });

interface StepUpByPasswordProps {
  /** The other way, for whoever has signed in by it. */
  readonly bySso: ReactNode;
  readonly onAnswer: (isDone: boolean) => void;
}

/** The password once more. */
export function StepUpByPassword({ bySso, onAnswer }: StepUpByPasswordProps) {
  const { user } = useSession();
  const [error, setFailure] = useState<unknown>();
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { password: '', code: undefined },
  });
  const [asked, setAsked] = useState<SecondFactorRequest>();
  const send = async (body: z.output<typeof StepUp>) => {
    setFailure(undefined);
    await request('POST', '/api/step-up', { body });
    onAnswer(true);
  };
  const failed = (fault: unknown) => {
    const wanted = secondFactorRequestedBy(fault);
    if (wanted) setAsked(wanted);
    if (wanted && !asked) return;
    if (!showFieldErrors(fault, ['password', 'code'], setError)) setFailure(fault);
  };
  const submit = handleSubmit((body) => send(body).catch(failed));
  const answer = (passkey: PasskeyAnswer) => send({ password: getValues('password'), passkey });
  const isOfDevice = error instanceof PasskeyFault;
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.goOn}
      onSubmit={submit}
      onClose={() => onAnswer(false)}
      pending={formState.isSubmitting}
      failure={error === undefined || isOfDevice ? undefined : { text: texts.notConfirmed, error }}
    >
      {isOfDevice && <Banner tone="danger">{error.message}</Banner>}
      <p>{bySso ? texts.meansBySso : texts.means}</p>
      {bySso}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        autoFocus={!bySso}
        label={texts.password}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {asked && (
        <SecondProof asked={asked} onAnswer={answer} onFault={failed}>
          {(field) => (
            <CodeField {...field} error={formState.errors.code?.message} {...register('code')} />
          )}
        </SecondProof>
      )}
    </FormDialog>
  );
}
