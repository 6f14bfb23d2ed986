import { zodResolver } from '@hookform/resolvers/zod';
import { AcceptInvitation, type Invitation } from '@feusa/contracts/invitations';
import { refusals, type RefusalCode } from '@feusa/contracts/refusals';
import { useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import useSWR from 'swr';
import { useSearch } from 'wouter';
import { ApiError, request } from '../../shared/api.js';
import { showFieldErrors } from '../../shared/form.js';
import { texts as shared } from '../../shared/texts.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button, LinkButton } from '../../shared/ui/button.js';
import { PasswordField, TextField } from '../../shared/ui/field.js';
import { useTitle } from '../../shared/ui/page.js';
import { LoadingBlock } from '../../shared/ui/skeleton.js';
import { usePasswordRule } from '../../shared/use-password-rule.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';

const [, INVALID] = refusals['invitation/invalid'];
const [, TEAM_PASSWORD_MISSING] = refusals['user/team-password-missing'];

/** Where the link of an invitation leads. */
export default function InvitedScreen() {
  useTitle(texts.welcome);
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const path = `/api/invitations/${encodeURIComponent(token)}`;
  const { data, error, mutate } = useSWR<Invitation, unknown>(token === '' ? null : path, {
    shouldRetryOnError: false,
  });
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <Entrance title={texts.welcome} intro={texts.accountIsThere}>
        <LinkButton href="/" tone="primary">
          {texts.goToSignIn}
        </LinkButton>
      </Entrance>
    );
  if (data)
    return (
      <Entrance title={texts.welcome} intro={texts.choosePassword}>
        <Accept path={path} email={data.email} onDone={() => setDone(true)} />
      </Entrance>
    );
  if (error === undefined && token !== '')
    return (
      <Entrance title={texts.welcome} intro={texts.invitationIntro}>
        <LoadingBlock label={texts.checkingTheLink} style={{ height: 180 }} />
      </Entrance>
    );
  return (
    <Entrance title={texts.welcome} intro={texts.invitationIntro}>
      <Banner tone="danger">{token === '' ? INVALID : whyOf(error)}</Banner>
      {token !== '' && !isRefused(error) && (
        <Button onClick={() => void mutate()}>{shared.tryAgain}</Button>
      )}
      <LinkButton href="/">{texts.goToSignIn}</LinkButton>
    </Entrance>
  );
}

const isRefused = (error: unknown) =>
  error instanceof ApiError && error.code === ('invitation/invalid' satisfies RefusalCode);
const whyOf = (error: unknown) => (error instanceof ApiError ? error.detail : texts.tryAgain);

interface AcceptProps {
  readonly path: string;
  readonly email: string;
  readonly onDone: () => void;
}

function Accept({ path, email, onDone }: AcceptProps) {
  const rule = usePasswordRule();
  const [alert, setAlert] = useState('');
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(AcceptInvitation),
    defaultValues: { teamPassword: '', password: '' },
  });
  const accept = handleSubmit(async (body) => {
    try {
      await request('PUT', path, { body });
      onDone();
    } catch (error) {
      if (showFieldErrors(error, ['password'], setError)) return;
      setAlert(whyOf(error));
      if (error instanceof ApiError && error.code.includes('team-password'))
        setFocus('teamPassword');
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAlert('');
    if (getValues('teamPassword') !== '') return void accept(event);
    setAlert(TEAM_PASSWORD_MISSING);
    setFocus('teamPassword');
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {alert && <Banner tone="danger">{alert}</Banner>}
      <PasswordField
        label={texts.teamPassword}
        hint={texts.teamPasswordHint}
        autoComplete="off"
        {...register('teamPassword')}
      />
      <TextField label={texts.eMailAddress} value={email} autoComplete="username" readOnly />
      <PasswordField
        label={texts.password}
        hint={rule}
        autoComplete="new-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" tone="primary" pending={formState.isSubmitting}>
        {texts.createAccount}
      </Button>
    </form>
  );
}
