import { ErasePerson, type Erasable } from '@feusa/contracts/erasure';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { send } from '../api.js';
import { toast } from '../toast-store.js';
import { Banner } from './banner.js';
import { TextField } from './field.js';
import { FormDialog } from './form-dialog.js';

interface EraseDialogProps {
  readonly kind: Erasable;
  readonly id: string;
  /** What must be typed: the full name, or the e-mail address of an account. */
  readonly name: string;
  readonly onErased: () => void;
  readonly onClose: () => void;
}

const Typed = ErasePerson.pick({ name: true });

/** Erases a person for good, once their name was typed. */
export default function EraseDialog({ kind, id, name, onErased, onClose }: EraseDialogProps) {
  const [error, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { name: '' },
  });
  useEffect(() => setFocus('name'), [setFocus]);
  const submit = handleSubmit(async (typed) => {
    setFailure(undefined);
    if (typed.name !== name)
      return setError('name', { message: `Type “${name}” as it is written` });
    try {
      await send('erase-person', { id, kind, name });
      toast({ text: 'Erased. The certificate is in the audit log, at this event.' });
      onErased();
    } catch (refusal) {
      setFailure(refusal);
    }
  });
  return (
    <FormDialog
      title={kind === 'user' ? 'Erase User' : 'Erase Person'}
      submitLabel="Erase for good"
      tone="danger"
      onSubmit={submit}
      onClose={onClose}
      pending={formState.isSubmitting}
      failure={error === undefined ? undefined : { text: 'Nobody was erased.', error }}
    >
      <Banner tone="danger">
        <p>
          Everything that is known of <strong>{name}</strong> is made unreadable, in the history
          too. Nobody can bring it back.
        </p>
      </Banner>
      <TextField
        label={kind === 'user' ? 'Type the e-mail address' : 'Type the full name'}
        autoComplete="off"
        spellCheck={false}
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
