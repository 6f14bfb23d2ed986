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
      toast({ text: `${letter.stream} is being tried again` });
      onClose();
    } catch (error) {
      setState({ error });
    }
  };
  const text = 'The redrive was not started.';
  return (
    <FormDialog
      title="Redrive"
      submitLabel="Redrive"
      pending={state.pending ?? false}
      failure={state.error === undefined ? undefined : { text, error: state.error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The {partName(letter.consumer).toLowerCase()} gets everything that waits for{' '}
        <strong className={styles.stream}>{letter.stream}</strong> once more, in order.
      </p>
      <p className={styles.muted}>{hintOf(letter)}</p>
    </FormDialog>
  );
}

function hintOf({ state, redrives }: DeadLetterView): string {
  if (state === 'discarded') return 'It was given up. If this works, it flows again.';
  if (state === 'quarantined')
    return `${redrives} redrives have failed. It is tried once more; first mend what is wrong.`;
  return 'First mend what is wrong: after three redrives in vain it is quarantined.';
}
