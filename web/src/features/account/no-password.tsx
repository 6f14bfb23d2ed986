import { useState } from 'react';
import { ApiError, request } from '../../shared/api.js';
import { toast } from '../../shared/toast-store.js';
import { Button } from '../../shared/ui/button.js';
import styles from './account.module.css';
import { texts } from './texts.js';

interface NoPasswordProps {
  readonly email: string;
}

/** For whoever has come in by single sign-on alone: there is nothing to change, and a first one comes by mail. */
export function NoPassword({ email }: NoPasswordProps) {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await request('POST', '/api/password-resets', { body: { email } });
      toast({ text: texts.linkSent(email) });
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : '';
      toast({ text: texts.linkNotSent(detail), tone: 'danger' });
    }
    setSending(false);
  };
  return (
    <section className={styles.section}>
      <h2>{texts.password}</h2>
      <p className={styles.muted}>{texts.noPassword}</p>
      <div className={`${styles.buttons} ${styles.first}`}>
        <Button pending={isSending} onClick={() => void send()}>
          {texts.sendLink}
        </Button>
      </div>
    </section>
  );
}
