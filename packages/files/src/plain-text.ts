/**
 * The characters of a text file: by its byte order mark, else UTF-8, else as Windows has always written. A few bytes that
 * are no UTF-8 among many that are were damaged or cut off.
 */
export function decodePlain(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  if (!text.includes('\uFFFD')) return text;
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  return broken < whole ? text : decodeWindows(bytes);
}

/** From 0x80 on; what it has no character for stays a control character. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Node 20 takes `windows-1252` for Latin 1, which has no quotation marks. */
const decodeWindows = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009F]/g, (each) => WINDOWS[each.charCodeAt(0) - 0x80]!);
