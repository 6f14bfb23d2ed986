import { zodResolver } from '@hookform/resolvers/zod';
import { refusals } from '@feusa/contracts/refusals';
import { RegisterUser } from '@feusa/contracts/users';
import { ChevronLeft } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { z } from 'zod';
import { ApiError, newCorrelation, send } from '../../shared/api.js';
import { useSession } from '../../shared/session.js';
import { showFieldErrors, useFormDraft } from '../../shared/form.js';
import { Banner, RequestId } from '../../shared/ui/banner.js';
import { Button, LinkButton } from '../../shared/ui/button.js';
import { PasswordField, TextField } from '../../shared/ui/field.js';
import { Page } from '../../shared/ui/page.js';
import { usePasswordRule } from '../../shared/use-password-rule.js';
import { offerUndo } from '../../shared/undo/undo.js';
import styles from './users.module.css';
import { texts } from './texts.js';

const [, TEAM_PASSWORD_MISSING] = refusals['user/team-password-missing'];
const fields = ['email', 'password'] as const;
const empty = { teamPassword: '', email: '', password: '' };

export default function RegisterScreen() {
  const [, navigate] = useLocation();
  const [alert, setAlert] = useState<{ readonly text: string; readonly error?: unknown }>();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(RegisterUser),
    defaultValues: empty,
  });
  const { register, handleSubmit, getValues, setFocus, setError, trigger, formState } = form;
  const { user } = useSession();
  const never = ['teamPassword', 'password'];
  useFormDraft(`register as ${user?.id}`, form, { never, overReload: true });
  const { errors, isSubmitting } = formState;

  const create = async (body: z.input<typeof RegisterUser>) => {
    try {
      const correlationId = newCorrelation();
      await send('register-user', body, correlationId);
      offerUndo(texts.canSignInNow(body.email), correlationId);
      navigate('/');
    } catch (error) {
      if (showFieldErrors(error, fields, setError)) return;
      const text = error instanceof ApiError ? error.detail : texts.registeringFailedTryAgain;
      setAlert({ text, error });
      if (error instanceof ApiError && error.code.includes('team-password'))
        setFocus('teamPassword');
    }
  };
  // The server is asked also where a field is wrong already: it knows what is wrong with the others.
  const ask = handleSubmit(create, () => create(getValues()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAlert(undefined);
    if (getValues('teamPassword') !== '') return void ask(event);
    setAlert({ text: TEAM_PASSWORD_MISSING });
    // The other faults are said with it, not one after the other.
    void trigger(fields).then(() => setFocus('teamPassword'));
  };

  return (
    <Page title={texts.registerNewUser} narrow>
      <LinkButton href="/users" icon={ChevronLeft}>
        {texts.back}
      </LinkButton>
      <div className={styles.register}>
        <h1>{texts.registerANewUser}</h1>
        <p className={styles.muted}>{texts.registerIntro}</p>
        <form className={styles.form} noValidate onSubmit={submit}>
          {alert && (
            <Banner tone="danger">
              <p>{alert.text}</p>
              <RequestId error={alert.error} />
            </Banner>
          )}
          <PasswordField
            label={texts.teamPassword}
            hint={texts.teamPasswordHint}
            autoComplete="off"
            {...register('teamPassword')}
          />
          <TextField
            label={texts.eMail}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={texts.emailHint}
            error={errors.email?.message}
            {...register('email')}
          />
          <PasswordField
            label={texts.password}
            hint={texts.passwordHint(usePasswordRule())}
            autoComplete="new-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <Button type="submit" tone="primary" pending={isSubmitting}>
            {texts.registerNewUser}
          </Button>
        </form>
      </div>
    </Page>
  );
}
