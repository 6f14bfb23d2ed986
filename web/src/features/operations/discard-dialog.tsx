import { Discard, type DeadLetterView } from '@feusa/contracts/operations';
import { useDialogForm } from '../../shared/dialog-form.js';
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
  const { form, errors, dialog } = useDialogForm({
    schema: Discard,
    defaultValues: { reason: '' },
    failed: { text: texts.itWasNotDiscarded },
    send: async ({ reason }) => {
      await discard(letter, reason);
      toast({ text: texts.discarded(letter.stream) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.discard}
      submitLabel={texts.discard}
      tone="danger"
      onClose={onClose}
      {...dialog}
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
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
