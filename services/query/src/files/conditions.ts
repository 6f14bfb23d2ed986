/** Whether `If-None-Match` names this tag, so that the copy at hand is still good. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Whether a range may be sent: without `If-Range`, or when it names exactly this tag. */
export const mayResume = (ifRange: string | string[] | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag;
