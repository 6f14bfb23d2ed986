import { zodResolver } from '@hookform/resolvers/zod';
import { ConfirmTotp } from '@feusa/contracts/second-factors';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../shared/api.js';
import { showFieldErrors } from '../../shared/form.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { CodeField } from '../../shared/ui/code-field.js';
import { LinkLike } from '../../shared/ui/link-like.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';

interface SecondStepProps {
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** What comes after the right password, for whoever has set it up. */
export default function SecondStep({ onCode, onBack }: SecondStepProps) {
  const [alert, setAlert] = useState('');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(ConfirmTotp),
    defaultValues: { code: '' },
  });
  const submit = handleSubmit(async ({ code }) => {
    setAlert('');
    try {
      await onCode(code);
    } catch (error) {
      if (showFieldErrors(error, ['code'], setError)) return;
      setAlert(error instanceof ApiError ? error.detail : texts.signingInFailedTryAgain);
    }
  });
  return (
    <Entrance title={texts.oneMoreStep} intro={texts.oneMoreStepIntro}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {alert && <Banner tone="danger">{alert}</Banner>}
        <CodeField autoFocus error={formState.errors.code?.message} {...register('code')} />
        <Button type="submit" tone="primary" pending={formState.isSubmitting}>
          {texts.login}
        </Button>
        <LinkLike onClick={onBack}>{texts.backToSignIn}</LinkLike>
      </form>
    </Entrance>
  );
}
