import { previewKind } from '@feusa/contracts/preview-kinds';
import type { TrashItem } from '@feusa/contracts/views';
import { asOf } from '../../shared/past.js';

/** Whether the server can show what was in it. */
export const canPreview = ({ type, mediaType, name }: TrashItem): boolean =>
  type === 'doc' && previewKind(mediaType ?? '', name) !== undefined;

/** An address of a deleted file as it was until then. */
export function addressBefore({ id, removedAt }: TrashItem, rest: string): string {
  const before = new Date(Date.parse(removedAt) - 1).toISOString();
  return asOf(`/files/${id}${rest}`, before);
}
