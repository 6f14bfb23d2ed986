import { zodResolver } from '@hookform/resolvers/zod';
import { Discard, type DeadLetterView } from '@feusa/contracts/operations';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form.js';
import { toast } from '../../shared/toast-store.js';
import { TextField } from '../../shared/ui/field.js';
import { FormDialog } from '../../shared/ui/form-dialog.js';
import { partName } from './names.js';
import styles from './operations.module.css';

interface DiscardDialogProps {
  readonly letter: DeadLetterView;
  readonly discard: (letter: DeadLetterView, reason: string) => Promise<void>;
  readonly onClose: () => void;
}

export default function DiscardDialog({ letter, discard, onClose }: DiscardDialogProps) {
  const [failure, setFailure] = useState<{ readonly text: string; readonly error: unknown }>();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(Discard),
    defaultValues: { reason: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async ({ reason }) => {
    setFailure(undefined);
    try {
      await discard(letter, reason);
      toast({ text: `${letter.stream} discarded` });
      onClose();
    } catch (error) {
      if (showFieldErrors(error, ['reason'], setError)) return;
      setFailure({ text: 'It was not discarded.', error });
    }
  });
  return (
    <FormDialog
      title="Discard"
      submitLabel="Discard"
      tone="danger"
      pending={isSubmitting}
      dirty={isDirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The {partName(letter.consumer).toLowerCase()} will skip the blocked changes of{' '}
        <strong className={styles.stream}>{letter.stream}</strong> and all later ones. Nothing is
        deleted from the log, and a retry can still process them.
      </p>
      <TextField
        label="Reason"
        hint="Kept with your name."
        autoComplete="off"
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}
