import { NewToken as Order, TokenScope, type TokenCreated } from '@feusa/contracts/tokens';
import { useState } from 'react';
import { z } from 'zod';
import { request } from '../../../shared/api.js';
import { useDialogForm } from '../../../shared/dialog-form.js';
import { useFormDraft } from '../../../shared/form.js';
import { SelectField, TextField } from '../../../shared/ui/field.js';
import { ShownOnce } from '../../../shared/ui/shown-once.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { texts } from './texts.js';
import { TOKENS } from './tokens.js';

const DAY_MS = 24 * 3_600_000;
const LIVES = ['7', '30', '90', '365'] as const;

const Form = Order.pick({ name: true, scope: true }).extend({ days: z.enum(LIVES) });
type Form = z.output<typeof Form>;

const create = ({ name, scope, days }: Form) => {
  const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
  return request<TokenCreated>('POST', TOKENS, { body: { name, scope, expiresAt } });
};

interface NewTokenProps {
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

/** Asks what a token is for, makes it, and shows it once. */
export default function NewToken({ onCreated, onClose }: NewTokenProps) {
  const [created, setCreated] = useState<TokenCreated>();
  const { form, errors, dialog } = useDialogForm({
    schema: Form,
    defaultValues: { name: '', scope: 'read', days: '90' },
    failed: { text: texts.notCreated },
    send: async (values) => {
      setCreated(await create(values));
      onCreated();
    },
  });
  useFormDraft('token:new', form);
  const { register } = form;
  if (created) {
    const note = `${created.name}: ${texts.createdNote}`;
    const shown = { title: texts.createdTitle, note, label: texts.token, value: created.token };
    return <ShownOnce {...shown} onClose={onClose} />;
  }
  return (
    <FormDialog title={texts.newTitle} submitLabel={texts.create} onClose={onClose} {...dialog}>
      <TextField
        autoFocus
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <SelectField label={texts.scope} {...register('scope')}>
        {TokenScope.options.map((scope) => (
          <option key={scope} value={scope}>
            {texts.scopes[scope]}
          </option>
        ))}
      </SelectField>
      <SelectField label={texts.lasts} {...register('days')}>
        {LIVES.map((days) => (
          <option key={days} value={days}>
            {texts.days(Number(days))}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
