import { zodResolver } from '@hookform/resolvers/zod';
import { ChangePassword as Body } from '@feusa/contracts/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { mutate } from 'swr';
import { request } from '../../shared/api.js';
import { showFieldErrors } from '../../shared/form.js';
import { toast } from '../../shared/toast-store.js';
import { Failure } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { PasswordField } from '../../shared/ui/field.js';
import { usePasswordRule } from '../../shared/use-password-rule.js';
import styles from './account.module.css';
import { SESSIONS } from './session-list.js';
import { texts } from './texts.js';

const empty = { current: '', password: '' };

export function ChangePassword() {
  const rule = usePasswordRule();
  const [error, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(Body),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await request('PUT', '/api/me/password', { body });
      reset(empty);
      toast({ text: texts.passwordChanged });
      void mutate(SESSIONS);
    } catch (fault) {
      if (!showFieldErrors(fault, ['current', 'password'], setError)) setFailure(fault);
    }
  });
  return (
    <section className={styles.section}>
      <h2>{texts.password}</h2>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {error !== undefined && <Failure text={texts.passwordNotChanged} error={error} />}
        <PasswordField
          label={texts.current}
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
        <PasswordField
          label={texts.newPassword}
          hint={rule}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <p className={styles.muted}>{texts.changeMeans}</p>
        <Button type="submit" tone="primary" pending={isSubmitting}>
          {texts.changePassword}
        </Button>
      </form>
    </section>
  );
}
