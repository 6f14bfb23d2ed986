import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { TextField } from '../../../shared/ui/field.js';
import { texts } from '../texts.js';

interface LinkValues {
  name: string;
  link: string;
}

interface LinkFieldsProps {
  readonly register: UseFormRegister<LinkValues>;
  readonly errors: FieldErrors<LinkValues>;
}

/** Name and address of a link. */
export const LinkFields = ({ register, errors }: LinkFieldsProps) => (
  <>
    <TextField
      label={texts.name}
      autoFocus
      autoComplete="off"
      error={errors.name?.message}
      {...register('name')}
    />
    <TextField
      label={texts.linkField}
      hint={texts.linkHint}
      type="url"
      inputMode="url"
      autoComplete="off"
      error={errors.link?.message}
      {...register('link')}
    />
  </>
);
