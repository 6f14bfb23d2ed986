import { zodResolver } from '@hookform/resolvers/zod';
import { refusals } from '@feusa/contracts/refusals';
import { SignIn, type SessionUser } from '@feusa/contracts/users';
import { useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { ApiError, request } from '../../shared/api.js';
import { hasEnded } from '../../shared/drafts.js';
import { useFormDraft } from '../../shared/form.js';
import { useSession } from '../../shared/session.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { PasswordField, TextField } from '../../shared/ui/field.js';
import { useTitle } from '../../shared/ui/page.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';

const [, TEAM_PASSWORD_MISSING] = refusals['session/team-password-missing'];
const empty = { teamPassword: '', email: '', password: '' };

export default function LoginScreen() {
  useTitle(texts.signIn);
  const { refresh } = useSession();
  const [alert, setAlert] = useState('');
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(SignIn), defaultValues: empty });
  const { register, handleSubmit, getValues, setFocus, formState } = form;
  useFormDraft('sign-in', form, { never: ['teamPassword', 'password'], overReload: true });
  const { errors, isSubmitting } = formState;

  const signIn = handleSubmit(async (body) => {
    try {
      const { user } = await request<{ user: SessionUser }>('POST', '/api/session', { body });
      await refresh(user);
    } catch (error) {
      setAlert(error instanceof ApiError ? error.detail : texts.signingInFailedTryAgain);
      if (error instanceof ApiError && error.code.includes('team-password'))
        setFocus('teamPassword');
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAlert('');
    if (getValues('teamPassword') !== '') return void signIn(event);
    setAlert(TEAM_PASSWORD_MISSING);
    setFocus('teamPassword');
  };

  return (
    <Entrance title={texts.signIn} intro="Files, links and people of the company, in one place.">
      <form className={styles.form} noValidate onSubmit={submit}>
        {alert && <Banner tone="danger">{alert}</Banner>}
        {!alert && hasEnded() && <Banner tone="attention">{texts.sessionEnded}</Banner>}
        <PasswordField
          label={texts.teamPassword}
          hint={texts.teamPasswordHint}
          autoComplete="off"
          {...register('teamPassword')}
        />
        <TextField
          label={texts.eMailAddress}
          type="email"
          inputMode="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" tone="primary" pending={isSubmitting}>
          {texts.login}
        </Button>
        <Link href="/reset" className={styles.other}>
          {texts.forgotPassword}
        </Link>
      </form>
    </Entrance>
  );
}
