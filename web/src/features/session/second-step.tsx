import { zodResolver } from '@hookform/resolvers/zod';
import {
  ConfirmTotp,
  type PasskeyAnswer,
  type SecondFactorRequest,
} from '@feusa/contracts/second-factors';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form.js';
import { secondFactorRequestedBy, textOf } from '../../shared/passkeys.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { CodeField } from '../../shared/ui/code-field.js';
import { LinkLike } from '../../shared/ui/link-like.js';
import { SecondProof as Proof } from '../../shared/ui/second-proof.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';

export type SecondProof = { readonly code: string } | { readonly passkey: PasskeyAnswer };

interface SecondStepProps {
  readonly asked: SecondFactorRequest;
  readonly onProof: (proof: SecondProof) => Promise<void>;
  readonly onBack: () => void;
  /** By somebody who is signed in already. */
  readonly isStepUp?: boolean;
}

/** What comes after the right password, for whoever has set it up. */
export default function SecondStep(props: SecondStepProps) {
  const { asked: first, onProof, onBack, isStepUp = false } = props;
  const [alert, setAlert] = useState('');
  const [asked, setAsked] = useState(first);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(ConfirmTotp),
    defaultValues: { code: '' },
  });
  const failed = (error: unknown) => {
    setAsked(secondFactorRequestedBy(error) ?? asked);
    setAlert(textOf(error, texts.signingInFailedTryAgain));
  };
  const submit = handleSubmit(async ({ code }) => {
    setAlert('');
    try {
      await onProof({ code });
    } catch (error) {
      if (!showFieldErrors(error, ['code'], setError)) failed(error);
    }
  });
  const answer = async (passkey: PasskeyAnswer) => {
    setAlert('');
    await onProof({ passkey });
  };
  return (
    <Entrance title={texts.oneMoreStep} intro={texts.oneMoreStepIntro}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {alert && <Banner tone="danger">{alert}</Banner>}
        <Proof asked={asked} onAnswer={answer} onFault={failed}>
          {(field) => (
            <>
              <CodeField {...field} error={formState.errors.code?.message} {...register('code')} />
              <Button
                type="submit"
                tone={field.autoFocus ? 'primary' : 'plain'}
                pending={formState.isSubmitting}
              >
                {isStepUp ? texts.goOn : texts.login}
              </Button>
            </>
          )}
        </Proof>
        <LinkLike onClick={onBack}>{isStepUp ? texts.back : texts.backToSignIn}</LinkLike>
      </form>
    </Entrance>
  );
}
