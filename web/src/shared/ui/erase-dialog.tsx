import { ErasePerson, type Erasable, type ErasureOutlook } from '@feusa/contracts/erasure';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import useSWR from 'swr';
import { navigate } from 'wouter/use-browser-location';
import { send } from '../api.js';
import { toastFailure } from '../failure.js';
import { toast } from '../toast-store.js';
import { useIsOpen } from '../use-is-open.js';
import { Banner } from './banner.js';
import { EraseOutlook } from './erase-outlook.js';
import { TextField } from './field.js';
import { FormDialog } from './form-dialog.js';
import { texts } from '../texts.js';

interface EraseDialogProps {
  readonly kind: Erasable;
  readonly id: string;
  /** What must be typed: the full name, or the e-mail address of an account. */
  readonly name: string;
  readonly onErased: () => void;
  readonly onClose: () => void;
}

const Typed = ErasePerson.pick({ name: true });

/** Erases a person for good, once their name was typed; says first what goes and what does not. */
export default function EraseDialog({ kind, id, name, onErased, onClose }: EraseDialogProps) {
  const [error, setFailure] = useState<unknown>();
  const isOpen = useIsOpen();
  const outlook = useSWR<ErasureOutlook>(`/api/erasures?id=${id}&kind=${kind}`);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { name: '' },
  });
  useEffect(() => setFocus('name'), [setFocus]);
  const submit = handleSubmit(async (typed) => {
    setFailure(undefined);
    if (typed.name !== name) return setError('name', { message: texts.typeAsItIsWritten(name) });
    try {
      const { position } = await send('erase-person', { id, kind, name });
      const run = () => navigate(`/log/${position}`);
      toast({ text: texts.erasedForGood, action: { label: texts.seeTheCertificate, run } });
      if (isOpen()) onErased();
    } catch (refusal) {
      if (!isOpen()) return toastFailure({ text: texts.nobodyWasErased, error: refusal });
      setFailure(refusal);
    }
  });
  return (
    <FormDialog
      title={kind === 'user' ? texts.eraseUser : texts.erasePerson}
      submitLabel={texts.eraseForGood}
      tone="danger"
      size="medium"
      onSubmit={submit}
      onClose={onClose}
      pending={formState.isSubmitting}
      failure={error === undefined ? undefined : { text: texts.nobodyWasErased, error }}
    >
      <Banner tone="danger">
        <p>
          {texts.eraseMeans}
          <strong>{name}</strong>
          {texts.eraseMeansEnd}
        </p>
      </Banner>
      <EraseOutlook
        kind={kind}
        outlook={outlook.data}
        error={outlook.error}
        onRetry={() => void outlook.mutate()}
      />
      <TextField
        label={kind === 'user' ? texts.typeToGoOn(name) : texts.typeNameToGoOn(name)}
        autoComplete="off"
        spellCheck={false}
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
