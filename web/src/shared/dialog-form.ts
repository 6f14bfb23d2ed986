import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type { z } from 'zod';
import { toastFailure } from './failure.js';
import { showFieldErrors } from './form.js';
import { useIsOpen } from './use-is-open.js';

interface DialogFormOptions<I extends FieldValues, O> {
  readonly schema: z.ZodType<O, I>;
  readonly defaultValues: DefaultValues<I> & object;
  /** What others make of it meanwhile: fields that nobody has touched follow. */
  readonly values?: I;
  /** What is said where it fails and no field says why; `what` of what became of it. */
  readonly failed: { readonly text: string; readonly what?: string };
  readonly send: (values: O) => Promise<unknown>;
}

/** A form in a dialog: `dialog` goes into its `FormDialog`. A refusal shows under its fields or as a banner. */
export function useDialogForm<I extends FieldValues, O>(options: DialogFormOptions<I, O>) {
  const { schema, defaultValues, values, failed, send } = options;
  const [error, setFailure] = useState<unknown>();
  const isOpen = useIsOpen();
  const form = useForm<I, unknown, O>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues,
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const onSubmit = handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await send(values);
    } catch (fault) {
      if (!isOpen()) return toastFailure({ ...failed, error: fault });
      if (!showFieldErrors(fault, Object.keys(defaultValues) as Path<I>[], setError))
        setFailure(fault);
    }
  });
  const failure = error === undefined ? undefined : { ...failed, error };
  return {
    ...{ form, errors, error },
    dialog: { onSubmit, pending: isSubmitting, dirty: isDirty, failure },
  };
}
