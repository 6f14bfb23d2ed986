import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyText } from '../clipboard.js';
import { texts } from '../texts.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { TextField } from './field.js';
import styles from './shown-once.module.css';

interface ShownOnceProps {
  readonly title: string;
  readonly note: string;
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
}

/** A secret that nobody can see again, to be copied. */
export function ShownOnce({ title, note, label, value, onClose }: ShownOnceProps) {
  const [copied, setCopied] = useState<boolean>();
  const near = useRef<HTMLDivElement>(null);
  const copy = async () => setCopied(await copyText(value, near.current ?? document.body));
  const footer = (
    <>
      <Button onClick={onClose}>{texts.done}</Button>
      <Button tone="primary" autoFocus icon={copied ? Check : Copy} onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <div ref={near} className={styles.shown}>
        <p>{note}</p>
        <TextField
          label={label}
          readOnly
          spellCheck={false}
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <p role="status">{copied === undefined ? '' : copied ? texts.copied : texts.copyByHand}</p>
      </div>
    </Dialog>
  );
}
