import { zodResolver } from '@hookform/resolvers/zod';
import {
  AddPasskey as Body,
  type AddedPasskey,
  type PasskeyOptions,
} from '@feusa/contracts/second-factors';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { request } from '../../shared/api.js';
import { showFieldErrors } from '../../shared/form.js';
import { createPasskey, PasskeyFault } from '../../shared/passkeys.js';
import { Banner } from '../../shared/ui/banner.js';
import { TextField } from '../../shared/ui/field.js';
import { FormDialog } from '../../shared/ui/form-dialog.js';
import { texts } from './texts.js';

const PASSKEYS = '/api/me/passkeys';
const Form = Body.pick({ name: true });

interface AddPasskeyProps {
  readonly onAdded: (passkey: AddedPasskey) => void;
  readonly onClose: () => void;
}

/** Asks for a name, then has the browser make one. */
export default function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const [error, setFailure] = useState<unknown>();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(Form),
    defaultValues: { name: '' },
  });
  const submit = handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      const options = await request<PasskeyOptions>('POST', `${PASSKEYS}/options`);
      const body = { name, passkey: await createPasskey(options) };
      onAdded(await request<AddedPasskey>('POST', PASSKEYS, { body }));
    } catch (fault) {
      if (!showFieldErrors(fault, ['name'], setError)) setFailure(fault);
    }
  });
  const isOfDevice = error instanceof PasskeyFault;
  return (
    <FormDialog
      title={texts.addPasskey}
      submitLabel={texts.goOn}
      onSubmit={submit}
      onClose={onClose}
      pending={formState.isSubmitting}
      dirty={formState.isDirty}
      failure={
        error === undefined || isOfDevice ? undefined : { text: texts.passkeyNotAdded, error }
      }
    >
      {isOfDevice && <Banner tone="danger">{error.message}</Banner>}
      <p>{texts.addPasskeyMeans}</p>
      <TextField
        autoFocus
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  );
}
