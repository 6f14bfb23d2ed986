import { useUrlState } from '../../../shared/use-url-state.js';

const NAME = 'preview';
const MARK = '~';

/** What the address has a preview of: a document, and which version of it where that is not the newest. */
export interface Previewed {
  readonly id: string;
  readonly version?: number;
}

export function previewedIn(text: string): Previewed | undefined {
  const [id = '', version] = text.split(MARK);
  if (id === '') return undefined;
  const number = Number(version);
  return Number.isInteger(number) && number > 0 ? { id, version: number } : { id };
}

/** The preview that the address names, and a step to another one in its place. */
export function usePreviewed(): [Previewed | undefined, (id: string) => void] {
  const [text, show] = useUrlState(NAME);
  return [previewedIn(text), show];
}

/** Opens one; Back closes it, as '' does. */
export function useShowPreview(): (id: string, version?: number) => void {
  const [, show] = useUrlState(NAME, { push: true });
  return (id, version) => show(version === undefined ? id : `${id}${MARK}${version}`);
}
