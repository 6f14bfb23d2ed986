import { zodResolver } from '@hookform/resolvers/zod';
import { ResetPassword } from '@feusa/contracts/users';
import type { RefusalCode } from '@feusa/contracts/refusals';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import useSWRImmutable from 'swr/immutable';
import { Link } from 'wouter';
import { ApiError, request } from '../../shared/api.js';
import { showFieldErrors } from '../../shared/form.js';
import { useSession } from '../../shared/session.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button, LinkButton } from '../../shared/ui/button.js';
import { PasswordField } from '../../shared/ui/field.js';
import { LoadingBlock } from '../../shared/ui/skeleton.js';
import { usePasswordRule } from '../../shared/use-password-rule.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import { texts } from './texts.js';

const DEAD: RefusalCode = 'user/reset-link-invalid';
const intro = texts.newPasswordMeans;

export function NewPassword({ token }: { readonly token: string }) {
  const { refresh } = useSession();
  const path = `/api/password-resets/${encodeURIComponent(token)}`;
  const { error, isLoading } = useSWRImmutable<void, unknown>(path, { shouldRetryOnError: false });
  const rule = usePasswordRule();
  const [alert, setAlert] = useState('');
  const [done, setDone] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(ResetPassword),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setAlert('');
    try {
      await request('PUT', path, { body });
      setDone(true);
      await refresh();
    } catch (error) {
      if (showFieldErrors(error, ['password'], setError)) return;
      setAlert(error instanceof ApiError ? error.detail : texts.tryAgain);
    }
  });
  if (done)
    return (
      <Entrance title={texts.passwordChanged} intro="Sign in with your new password.">
        <LinkButton href="/" tone="primary">
          {texts.goToSignIn}
        </LinkButton>
      </Entrance>
    );
  if (isLoading)
    return (
      <Entrance title={texts.chooseANewPassword} intro={intro}>
        <LoadingBlock label={texts.checkingTheLink} style={{ height: 180 }} />
      </Entrance>
    );
  if (error instanceof ApiError && error.code === DEAD)
    return (
      <Entrance title={texts.chooseANewPassword} intro={intro}>
        <Banner tone="danger">{error.detail}</Banner>
        <LinkButton href="/reset" tone="primary">
          {texts.sendANewLink}
        </LinkButton>
      </Entrance>
    );
  return (
    <Entrance title={texts.chooseANewPassword} intro={intro}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {alert && <Banner tone="danger">{alert}</Banner>}
        <PasswordField
          label={texts.newPassword}
          hint={rule}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" tone="primary" pending={isSubmitting}>
          {texts.setNewPassword}
        </Button>
        <Link href="/reset" className={styles.other}>
          {texts.sendANewLink}
        </Link>
      </form>
    </Entrance>
  );
}
