import { ChevronLeft, ChevronRight, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { PreviewContent } from './content.js';
import styles from './preview.module.css';
import { useStepKeys, useSwipe } from './steps.js';
import { texts } from './texts.js';

interface PreviewDialogProps {
  readonly name: string;
  /** Of what the server makes of it. */
  readonly address: string;
  /** Of the document itself. */
  readonly href: string;
  /** Which of how many it is, from 1 on. */
  readonly place: readonly [at: number, of: number];
  readonly onStep: (by: number) => void;
  readonly onDownload: () => Promise<void>;
  readonly onClose: () => void;
}

/** Looks inside one document after the other. */
export default function PreviewDialog(props: PreviewDialogProps) {
  const { name, address, onStep, onClose } = props;
  useStepKeys(onStep);
  const swipe = useSwipe(onStep);
  return (
    <Dialog addressed size="screen" title={name} onClose={onClose} footer={<Footer {...props} />}>
      <div className={styles.content} {...swipe}>
        <PreviewContent key={address} name={name} address={address} />
      </div>
    </Dialog>
  );
}

function Footer({ href, place: [at, of], onStep, onDownload }: PreviewDialogProps) {
  return (
    <>
      {of > 1 && (
        <>
          <IconButton
            icon={ChevronLeft}
            label={texts.previous}
            aria-disabled={at === 1}
            onClick={() => onStep(-1)}
          />
          <span role="status" className={styles.place}>
            {texts.place(at, of)}
          </span>
          <IconButton
            icon={ChevronRight}
            label={texts.next}
            aria-disabled={at === of}
            onClick={() => onStep(1)}
          />
        </>
      )}
      <span className={styles.gap} />
      <a
        className={styles.open}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={texts.open}
        data-tip={texts.open}
      >
        <ExternalLink size={17} strokeWidth={1.5} aria-hidden />
      </a>
      <DownloadButton onDownload={onDownload} />
    </>
  );
}

function DownloadButton({ onDownload }: Pick<PreviewDialogProps, 'onDownload'>) {
  const [busy, setBusy] = useState(false);
  const get = async () => {
    setBusy(true);
    await onDownload();
    setBusy(false);
  };
  return (
    <Button tone="primary" icon={Download} pending={busy} onClick={() => void get()}>
      {texts.download}
    </Button>
  );
}
