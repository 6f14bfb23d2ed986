import { useRef } from 'react';
import { copyText } from '../../shared/clipboard.js';
import { saveText } from '../../shared/save-file.js';
import { toast } from '../../shared/toast-store.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import styles from './account.module.css';
import { texts } from './texts.js';

interface RecoveryCodeListProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** They are shown once. */
export default function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const place = useRef<HTMLDivElement>(null);
  const text = codes.join('\n');
  const copy = async () => {
    const copied = await copyText(text, place.current ?? document.body);
    toast(copied ? { text: texts.copied } : { text: texts.notCopied, tone: 'danger' });
  };
  return (
    <div ref={place} className={styles.codes}>
      <Banner tone="attention" title={texts.keepCodes}>
        {texts.keepCodesMeans}
      </Banner>
      <ol className={styles.codeList} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button onClick={() => saveText('feusa-recovery-codes.txt', `${text}\n`)}>
          {texts.download}
        </Button>
        <Button tone="primary" onClick={onDone}>
          {texts.keptThem}
        </Button>
      </div>
    </div>
  );
}
