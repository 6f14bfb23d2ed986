/** What a browser may show by itself; everything else is only ever offered to be saved. */
const INLINE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf']);

export const isInlineType = (mediaType: string): boolean => INLINE.has(mediaType);

/** A Content-Disposition with the name in ASCII for old clients and in full (RFC 5987) for all others. */
export function disposition(name: string, inline: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${full}`;
}
