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
import { texts } from './texts.js';

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
      toast({ text: texts.discarded(letter.stream) });
      onClose();
    } catch (error) {
      if (showFieldErrors(error, ['reason'], setError)) return;
      setFailure({ text: texts.itWasNotDiscarded, error });
    }
  });
  return (
    <FormDialog
      title={texts.discard}
      submitLabel={texts.discard}
      tone="danger"
      pending={isSubmitting}
      dirty={isDirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {texts.theWillSkipTheBlocked(partName(letter.consumer).toLowerCase())}
        <strong className={styles.stream}>{letter.stream}</strong>
        {texts.andAllLaterOnesNothing}
      </p>
      <TextField
        label={texts.reason}
        hint={texts.keptWithYourName}
        autoComplete="off"
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}
