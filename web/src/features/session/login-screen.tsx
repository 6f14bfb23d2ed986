import { zodResolver } from '@hookform/resolvers/zod';
import { refusals } from '@feusa/contracts/refusals';
import type { SecondFactorRequest } from '@feusa/contracts/second-factors';
import { ssoRefusal, type SsoView } from '@feusa/contracts/sso';
import { SignIn, type SessionAnswer } from '@feusa/contracts/users';
import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import useSWR from 'swr';
import { ApiError, request } from '../../shared/api.js';
import { hasEnded } from '../../shared/drafts.js';
import { useFormDraft } from '../../shared/form.js';
import { secondFactorRequestedBy, textOf } from '../../shared/passkeys.js';
import { useSession } from '../../shared/session.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { PasswordField, TextField } from '../../shared/ui/field.js';
import { useTitle } from '../../shared/ui/page.js';
import { useUrlState } from '../../shared/use-url-state.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';
import { SsoButton } from '../../shared/ui/sso-button.js';

/** The other way in, where the company has one. */
function SingleSignOn() {
  const { data } = useSWR<SsoView>('/api/sso');
  if (!data?.enabled) return null;
  return (
    <div className={styles.sso}>
      <p className={styles.or}>{texts.or}</p>
      <SsoButton address="/api/sso/start">{texts.singleSignOn}</SsoButton>
      {data.available === false && <p className={styles.away}>{texts.singleSignOnAway}</p>}
    </div>
  );
}

const [, TEAM_PASSWORD_MISSING] = refusals['session/team-password-missing'];
const SecondStep = lazy(() => import('./second-step.js'));
const Form = SignIn.omit({ code: true, passkey: true });
type Credentials = z.output<typeof Form>;
/** What was right so far, and what comes next. */
interface FirstFactor {
  readonly body: Credentials;
  readonly factor: SecondFactorRequest;
}
const empty = { teamPassword: '', email: '', password: '' };

export default function LoginScreen() {
  useTitle(texts.signIn);
  const { refresh } = useSession();
  const [alert, setAlert] = useState(useSsoReason());
  const [asked, setAsked] = useState<FirstFactor>();
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(Form), defaultValues: empty });
  const { register, handleSubmit, getValues, setFocus, formState } = form;
  useFormDraft('sign-in', form, { never: ['teamPassword', 'password'], overReload: true });
  const { errors, isSubmitting } = formState;

  const send = async (body: z.output<typeof SignIn>) => {
    const { user, ...session } = await request<SessionAnswer>('POST', '/api/session', { body });
    await refresh({ ...user, ...session });
  };
  const signIn = handleSubmit(async (body) => {
    try {
      await send(body);
    } catch (error) {
      const factor = secondFactorRequestedBy(error);
      if (factor) return setAsked({ body, factor });
      setAlert(textOf(error, texts.signingInFailedTryAgain));
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

  if (asked)
    return (
      <Suspense>
        <SecondStep
          asked={asked.factor}
          onProof={(proof) => send({ ...asked.body, ...proof })}
          onBack={() => setAsked(undefined)}
        />
      </Suspense>
    );
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
      <SingleSignOn />
    </Entrance>
  );
}

/** Why single sign-on has led back here, in words; it is told once, so the address forgets it. */
function useSsoReason(): string {
  const [reason, setReason] = useUrlState('sso');
  const [refusal] = useState(() => reason && (ssoRefusal(reason) ?? texts.signingInFailedTryAgain));
  useEffect(() => {
    if (reason) setReason('');
  }, [reason, setReason]);
  return refusal;
}
