import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api.js';

/**
 * Puts the server's field messages under the fields of a form. False when there is something that no
 * field shows, so that the caller shows the banner.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = fields.filter((name) => error.fields[name]);
  known.forEach((name, index) =>
    setError(name, { message: error.fields[name] ?? '' }, { shouldFocus: index === 0 }),
  );
  return known.length > 0 && known.length === Object.keys(error.fields).length;
}
