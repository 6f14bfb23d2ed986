import { zodResolver } from '@hookform/resolvers/zod';
import { RequestPasswordReset } from '@feusa/contracts/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { ApiError, request } from '../../shared/api.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { TextField } from '../../shared/ui/field.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';

const SENT = texts.passwordResetLinkSent;

export function RequestReset() {
  const [answer, setAnswer] = useState<{ text: string; sent: boolean }>();
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(RequestPasswordReset),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setAnswer(undefined);
    try {
      await request('POST', '/api/password-resets', { body });
      setAnswer({ text: SENT, sent: true });
    } catch (error) {
      setAnswer({ text: error instanceof ApiError ? error.detail : texts.tryAgain, sent: false });
    }
  });
  return (
    <Entrance title={texts.resetPassword} intro="We send a link to your e-mail address.">
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {answer && (
          <Banner tone={answer.sent ? 'good' : 'danger'} urgent>
            {answer.text}
          </Banner>
        )}
        <TextField
          label={texts.eMailAddress}
          type="email"
          inputMode="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" tone="primary" pending={isSubmitting}>
          {texts.sendPasswordResetEmail}
        </Button>
        <Link href="/" className={styles.other}>
          {texts.backToSignIn}
        </Link>
      </form>
    </Entrance>
  );
}
