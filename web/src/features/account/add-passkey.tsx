import {
  AddPasskey as Body,
  type AddedPasskey,
  type PasskeyOptions,
} from '@feusa/contracts/second-factors';
import { request } from '../../shared/api.js';
import { useDialogForm } from '../../shared/dialog-form.js';
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
  const { form, errors, error, dialog } = useDialogForm({
    schema: Form,
    defaultValues: { name: '' },
    failed: { text: texts.passkeyNotAdded },
    send: async ({ name }) => {
      const options = await request<PasskeyOptions>('POST', `${PASSKEYS}/options`);
      const body = { name, passkey: await createPasskey(options) };
      onAdded(await request<AddedPasskey>('POST', PASSKEYS, { body }));
    },
  });
  const isOfDevice = error instanceof PasskeyFault;
  return (
    <FormDialog
      title={texts.addPasskey}
      submitLabel={texts.goOn}
      onClose={onClose}
      {...dialog}
      failure={isOfDevice ? undefined : dialog.failure}
    >
      {isOfDevice && <Banner tone="danger">{error.message}</Banner>}
      <p>{texts.addPasskeyMeans}</p>
      <TextField
        autoFocus
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  );
}
