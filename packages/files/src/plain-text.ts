/**
 * The characters of a text file: by its byte order mark, by what was declared with it, as UTF-8 where more is right
 * in it than wrong, else as Windows has always written.
 */
export function decodePlain(bytes: Uint8Array, declared?: string): string {
  const charset = markedIn(bytes) ?? declared;
  if (charset !== undefined) return decodeAs(charset, bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return isMostlyRight(text, bytes) ? text : decodeAs(WINDOWS, bytes);
  }
}

const WINDOWS = 'windows-1252';
/** From 0x80 on, where Latin 1 has control characters. */
const OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decoders of some versions of Node take Windows' characters for those of Latin 1. */
function decodeAs(charset: string, bytes: Uint8Array): string {
  if (charset !== WINDOWS) return new TextDecoder(charset).decode(bytes);
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin.replace(/[\x80-\x9f]/g, (each) => OF_WINDOWS[each.charCodeAt(0) - 0x80]!);
}

function markedIn([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

const REPLACEMENT = '\ufffd';

/** Whether characters beyond ASCII are right more often than not; text of another character set has hardly any. */
function isMostlyRight(text: string, bytes: Uint8Array): boolean {
  const written = occurrences(bytes, Buffer.from(REPLACEMENT));
  const replaced = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  return right > replaced - written;
}

function occurrences(all: Uint8Array, part: Buffer): number {
  const bytes = Buffer.from(all.buffer, all.byteOffset, all.length);
  let count = 0;
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) count++;
  return count;
}

/** The character set that a media type declares, as it is called everywhere; undefined where it is not known. */
export function charsetIn(mediaType: string): string | undefined {
  const label = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(mediaType)?.[1];
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
