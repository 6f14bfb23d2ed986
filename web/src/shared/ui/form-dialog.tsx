import type { FormEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Failure, type FailureProps } from './banner.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import styles from './dialog.module.css';
import { texts } from '../texts.js';
import { useIsOpen } from '../use-is-open.js';
import { useSubmission } from '../use-submission.js';

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** react-hook-form's `handleSubmit(...)`. */
  readonly onSubmit: (event: FormEvent) => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly pending?: boolean;
  readonly dirty?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  /** Of the submit button. */
  readonly tone?: 'primary' | 'danger';
  /** What failed, in a sentence, and what was thrown; shown until the next try, the input stays. */
  readonly failure?: Pick<FailureProps, 'text' | 'what' | 'error'> | undefined;
}

/** What is said of a field that loses the focus would push a button from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Who looks for something in a list of the form has not filled it in yet. */
const keepOpen = (event: KeyboardEvent<HTMLFormElement>) => {
  const isSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
  if (isSearch && event.key === 'Enter') event.preventDefault();
};

/** A dialog with one form: Cancel, and a submit button that says 'Pending' while it is sent. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, onSubmit, onClose, children, pending = false, failure } = props;
  const { tone = 'primary' } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size={props.size ?? 'small'}
      dirty={(props.dirty ?? false) && !pending}
    >
      <form
        className={styles.form}
        noValidate
        onKeyDown={keepOpen}
        onSubmit={(event) => void onSubmit(event)}
      >
        {failure && <Failure {...failure} gone={texts.goneMeanwhile} />}
        {children}
        <div className={styles.buttons} onMouseDown={keepFocus}>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" tone={tone} data-solid pending={pending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  /** The question. */
  readonly text: ReactNode;
  readonly failureText: string;
  readonly failureWhat?: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** When it is done, where it has not been closed meanwhile; closes it as a rule. */
  readonly onDone?: () => void;
  readonly confirmLabel?: string;
}

/** Asks with Delete and Cancel; a failure is shown and it stays open. Closes itself when done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    failureText,
    failureWhat,
    onConfirm,
    onClose,
    onDone = onClose,
    confirmLabel = 'Delete',
  } = props;
  const isOpen = useIsOpen();
  const { pending, failure, run } = useSubmission(failureText, failureWhat);
  const confirm = () =>
    run(async () => {
      await onConfirm();
      if (isOpen()) onDone();
    });
  const footer = (
    <>
      <Button autoFocus onClick={onClose}>
        {texts.cancel}
      </Button>
      <Button tone="danger" data-solid pending={pending} onClick={() => void confirm()}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose} footer={footer}>
      {failure && <Failure {...failure} />}
      <div>{text}</div>
    </Dialog>
  );
}
