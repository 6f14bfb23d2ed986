import { AddWebhook } from '@feusa/contracts/webhooks';
import { useState } from 'react';
import { z } from 'zod';
import { send } from '../../../shared/api.js';
import { useDialogForm } from '../../../shared/dialog-form.js';
import { useFormDraft } from '../../../shared/form.js';
import { newId } from '../../../shared/new-id.js';
import { SelectField, TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { ShownOnce } from '../../../shared/ui/shown-once.js';
import { CHOICES, choices } from './about.js';
import { texts } from './texts.js';

const Form = AddWebhook.pick({ url: true }).extend({ about: z.enum(CHOICES) });

interface NewWebhookProps {
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** Asks where changes are sent, and shows the secret of their signatures once. */
export default function NewWebhook({ onAdded, onClose }: NewWebhookProps) {
  const [secret, setSecret] = useState<string>();
  const { form, errors, dialog } = useDialogForm({
    schema: Form,
    defaultValues: { url: '', about: 'all' },
    failed: { text: texts.notAdded },
    send: async ({ url, about }) => {
      const answer = await send('add-webhook', { id: newId(), url, types: [...choices[about]] });
      setSecret((answer as { secret?: string }).secret ?? '');
      onAdded();
    },
  });
  useFormDraft('webhook:new', form);
  const { register } = form;
  if (secret !== undefined) {
    const shown = { title: texts.createdTitle, note: texts.createdNote, label: texts.secret };
    return <ShownOnce {...shown} value={secret} onClose={onClose} />;
  }
  return (
    <FormDialog title={texts.newTitle} submitLabel={texts.create} onClose={onClose} {...dialog}>
      <TextField
        autoFocus
        type="url"
        label={texts.url}
        hint={texts.urlHint}
        autoComplete="off"
        error={errors.url?.message}
        {...register('url')}
      />
      <SelectField label={texts.what} {...register('about')}>
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {texts.about[choice]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
