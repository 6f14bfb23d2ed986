import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useDialogHistory } from '../dialog-history.js';
import { Button, IconButton } from './button.js';
import styles from './dialog.module.css';
import { texts } from '../texts.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** `screen` takes what room there is, for what is looked at. */
  readonly size?: 'small' | 'medium' | 'large' | 'screen';
  readonly role?: 'dialog' | 'alertdialog';
  /** Takes the room of a long content from the start, where that comes late. */
  readonly tall?: boolean;
  /** With unsaved input, closing asks first. */
  readonly dirty?: boolean;
  /** It is open because the address says so, and Back leads to the address before. */
  readonly addressed?: boolean;
}

/** Open as long as it is rendered. A sheet from the bottom on phones. Load it with the screen's dialogs. */
export function Dialog(props: DialogProps) {
  const {
    title,
    onClose,
    children,
    footer,
    size = 'small',
    role = 'dialog',
    tall = false,
    dirty = false,
    addressed = false,
  } = props;
  const [asking, setAsking] = useState(false);
  const close = (): boolean => {
    const asks = dirty && !asking;
    if (asks) setAsking(true);
    else onClose();
    return !asks;
  };
  useDialogHistory(close, addressed);
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => !open && close()}
      className={styles.overlay ?? ''}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog role={role} className={`${styles.dialog} ${tall ? styles.tall : ''}`}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton icon={X} label={texts.close} tip={false} onClick={close} />
          </header>
          <div className={styles.body}>{children}</div>
          {asking ? (
            <Discard onKeep={() => setAsking(false)} onDiscard={onClose} />
          ) : (
            footer && <footer className={styles.footer}>{footer}</footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface DiscardProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function Discard({ onKeep, onDiscard }: DiscardProps) {
  return (
    <footer className={styles.footer} role="alert">
      <span className={styles.question}>{texts.discardWhatYouHaveEntered}</span>
      <Button tone="danger" onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button autoFocus onClick={onKeep}>
        {texts.keepEditing}
      </Button>
    </footer>
  );
}
