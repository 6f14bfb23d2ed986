import type { DeadLetterView } from '@feusa/contracts/operations';
import { useState, type FormEvent } from 'react';
import { toast } from '../../shared/toast-store.js';
import { FormDialog } from '../../shared/ui/form-dialog.js';
import { partName } from './names.js';
import styles from './operations.module.css';

interface RedriveDialogProps {
  readonly letter: DeadLetterView;
  readonly redrive: (letter: DeadLetterView) => Promise<void>;
  readonly onClose: () => void;
}

export default function RedriveDialog({ letter, redrive, onClose }: RedriveDialogProps) {
  const [state, setState] = useState<{ pending?: boolean; error?: unknown }>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState({ pending: true });
    try {
      await redrive(letter);
      toast({ text: `${letter.stream} is being retried` });
      onClose();
    } catch (error) {
      setState({ error });
    }
  };
  const text = 'The retry was not started.';
  return (
    <FormDialog
      title="Retry"
      submitLabel="Retry"
      pending={state.pending ?? false}
      failure={state.error === undefined ? undefined : { text, error: state.error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The {partName(letter.consumer).toLowerCase()} gets all blocked changes of{' '}
        <strong className={styles.stream}>{letter.stream}</strong> once more, in order.
      </p>
      <p className={styles.muted}>{hintOf(letter)}</p>
    </FormDialog>
  );
}

function hintOf({ state, redrives }: DeadLetterView): string {
  if (state === 'discarded')
    return 'It was discarded. If the retry works, its changes are processed again.';
  if (state === 'quarantined')
    return `${redrives} retries have failed. Fix the cause first; it is tried once more.`;
  return 'Fix the cause first: after three failed retries it is quarantined.';
}
