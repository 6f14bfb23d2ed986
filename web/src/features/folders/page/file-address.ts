import type { FileView } from '@feusa/contracts/docs';
import { asOf, usePast } from '../../../shared/past.js';
import { useSince } from '../../../shared/since.js';

/** Where the bytes of a file are, as it is or as it was at the moment on view; `query` as 'inline=1'. */
export function useFileAddress({ id, url }: FileView): (query?: string) => string {
  const at = usePast();
  const wasThere = useSince(id)?.kind !== 'added';
  return (query = '') => asOf(query ? `${url}?${query}` : url, wasThere ? at : '');
}

/** 96 is a square cut from the middle, 320 the whole picture. */
export type ThumbnailSize = 96 | 320;

/** The same for the small picture of a version. */
export function useThumbnail(file: FileView, size: ThumbnailSize): string {
  const addressOf = useFileAddress({ ...file, url: `${file.url}/thumbnail` });
  return addressOf(`size=${size}&version=${file.fileVersion}`);
}
