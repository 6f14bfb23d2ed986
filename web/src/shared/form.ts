import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api.js';
import { Cancelled } from './conflicts/ask.js';
import { draftOf, useDraft } from './drafts.js';
import { useReloadDraft } from './reload-draft.js';

/**
 * Puts the server's field messages under the fields of a form. False when there is something that no
 * field shows, so that the caller shows the banner. Who was asked and thought better of it needs neither.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  if (error instanceof Cancelled) return true;
  if (!(error instanceof ApiError)) return false;
  const known = fields.filter((name) => error.fields[name]);
  known.forEach((name, index) =>
    setError(name, { message: error.fields[name] ?? '' }, { shouldFocus: index === 0 }),
  );
  return known.length > 0 && known.length === Object.keys(error.fields).length;
}

interface DraftOptions {
  /** Fields that are kept nowhere. */
  readonly never?: readonly string[];
  /** Whether this tab keeps it when it is loaded anew, too. */
  readonly overReload?: boolean;
}

/** Puts back what was typed when the session ended, and has it kept where that happens again. */
export function useFormDraft<T extends FieldValues, C, O>(
  name: string,
  { formState, getValues, setValue }: UseFormReturn<T, C, O>,
  { never = [], overReload = false }: DraftOptions = {},
): void {
  const { dirtyFields } = formState;
  const typed = () => {
    const fields = Object.entries(getValues()).filter(
      ([field]) => field in dirtyFields && !never.includes(field),
    );
    return fields.length > 0 ? Object.fromEntries(fields) : undefined;
  };
  useDraft(name, typed);
  const fromBefore = useReloadDraft<T>(overReload ? name : undefined, typed);
  useEffect(() => {
    for (const [field, value] of Object.entries(draftOf<T>(name) ?? fromBefore() ?? {}))
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  }, [name, setValue, fromBefore]);
}
