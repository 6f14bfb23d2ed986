import type { TokenCreated } from '@feusa/contracts/tokens';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyText } from '../../../shared/clipboard.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { TextField } from '../../../shared/ui/field.js';
import styles from '../account.module.css';
import { texts } from './texts.js';

interface CreatedProps {
  readonly created: TokenCreated;
  readonly onClose: () => void;
}

/** The token itself, which nobody can see again. */
export function CreatedToken({ created: { name, token }, onClose }: CreatedProps) {
  const [copied, setCopied] = useState<boolean>();
  const near = useRef<HTMLDivElement>(null);
  const copy = async () => setCopied(await copyText(token, near.current ?? document.body));
  const footer = (
    <>
      <Button onClick={onClose}>{texts.done}</Button>
      <Button tone="primary" autoFocus icon={copied ? Check : Copy} onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.createdTitle} onClose={onClose} footer={footer}>
      <div ref={near} className={styles.form}>
        <p>{`${name}: ${texts.createdNote}`}</p>
        <TextField
          label={texts.token}
          readOnly
          spellCheck={false}
          value={token}
          onFocus={(event) => event.target.select()}
        />
        <p role="status">{copied === undefined ? '' : copied ? texts.copied : texts.notCopied}</p>
      </div>
    </Dialog>
  );
}
