import { zodResolver } from '@hookform/resolvers/zod';
import type { PasskeyAnswer, SecondFactorAsked } from '@feusa/contracts/second-factors';
import { StepUp } from '@feusa/contracts/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api.js';
import { showFieldErrors } from '../form.js';
import { PasskeyFault, secondFactorAskedBy } from '../passkeys.js';
import { useSession } from '../session.js';
import { Banner } from '../ui/banner.js';
import { FormDialog } from '../ui/form-dialog.js';
import { CodeField } from '../ui/code-field.js';
import { PasswordField } from '../ui/field.js';
import { SecondProof } from '../ui/second-proof.js';
import { SsoButton } from '../ui/sso-button.js';
import { texts } from './texts.js';

const Form = StepUp.omit({ passkey: true });

interface StepUpDialogProps {
  readonly onAnswer: (isDone: boolean) => void;
}

/** The password once more; what was asked for goes on by itself afterwards. */
export default function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  const { user } = useSession();
  const [error, setFailure] = useState<unknown>();
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { password: '', code: undefined },
  });
  const [asked, setAsked] = useState<SecondFactorAsked>();
  const send = async (body: z.output<typeof StepUp>) => {
    setFailure(undefined);
    await request('POST', '/api/step-up', { body });
    onAnswer(true);
  };
  const failed = (fault: unknown) => {
    const wanted = secondFactorAskedBy(fault);
    if (wanted) setAsked(wanted);
    if (wanted && !asked) return;
    if (!showFieldErrors(fault, ['password', 'code'], setError)) setFailure(fault);
  };
  const submit = handleSubmit((body) => send(body).catch(failed));
  const answer = (passkey: PasskeyAnswer) => send({ password: getValues('password'), passkey });
  const isBySso = Boolean(user?.sso);
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
      <p>{isBySso ? texts.meansBySso : texts.means}</p>
      {isBySso && <StepUpBySso />}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        autoFocus={!isBySso}
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

function address(): string {
  const to = location.pathname + location.search + location.hash;
  return `/api/sso/start?${new URLSearchParams({ for: 'step-up', to }).toString()}`;
}

/** For whoever has signed in that way, and may have no password here. */
const StepUpBySso = () => (
  <>
    <SsoButton autoFocus address={address()}>
      {texts.bySso}
    </SsoButton>
    <p>{texts.bySsoMeans}</p>
  </>
);
