import { zodResolver } from '@hookform/resolvers/zod';
import { ResetPassword } from '@feusa/contracts/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { ApiError, request } from '../../shared/api.js';
import { showFieldErrors } from '../../shared/form.js';
import { useSession } from '../../shared/session.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button, LinkButton } from '../../shared/ui/button.js';
import { PasswordField } from '../../shared/ui/field.js';
import { usePasswordRule } from '../../shared/use-password-rule.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';

const intro = 'It replaces the old one, and every browser that is signed in with it is signed out.';

export function NewPassword({ token }: { readonly token: string }) {
  const { refresh } = useSession();
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
      await request('PUT', `/api/password-resets/${encodeURIComponent(token)}`, { body });
      setDone(true);
      await refresh();
    } catch (error) {
      if (showFieldErrors(error, ['password'], setError)) return;
      setAlert(error instanceof ApiError ? error.detail : 'Try again.');
    }
  });
  if (done)
    return (
      <Entrance title="Password changed" intro="Sign in with your new password.">
        <LinkButton href="/" tone="primary">
          Go to sign in
        </LinkButton>
      </Entrance>
    );
  return (
    <Entrance title="Choose a new password" intro={intro}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {alert && <Banner tone="danger">{alert}</Banner>}
        <PasswordField
          label="New password"
          hint={rule}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" tone="primary" pending={isSubmitting}>
          Set new password
        </Button>
        <Link href="/reset" className={styles.other}>
          Send a new link
        </Link>
      </form>
    </Entrance>
  );
}
