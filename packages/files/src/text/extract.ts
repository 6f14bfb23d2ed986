import type { TextFormat } from '@feusa/contracts/find';
import { textBounds } from '@feusa/contracts/find-bounds';
import { Collected } from './collected.js';
import { readHtml } from './html.js';
import { readOffice } from './office.js';
import { readPdf } from './pdf.js';
import { reasons, Unreadable, type ExtractedText } from './port.js';

/** The characters of a text file: by its byte order mark, else UTF-8, else as Windows has always written. */
function decodePlain(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a document where it stands: for the process that does nothing else. */
export async function extractHere(bytes: Uint8Array, format: TextFormat): Promise<ExtractedText> {
  if (bytes.length > textBounds.fileSize.value) return { reason: reasons.tooLarge };
  const into = new Collected();
  try {
    await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), format, into);
  } catch (fault) {
    return { reason: fault instanceof Unreadable ? fault.reason : reasons.damaged };
  }
  const text = into.text();
  return text === '' ? { reason: reasons.empty } : { text };
}

async function read(bytes: Buffer, format: TextFormat, into: Collected): Promise<void> {
  switch (format) {
    case 'pdf':
      return readPdf(bytes, into);
    case 'html':
      return readHtml(decodePlain(bytes), into);
    case 'plain':
      return into.add(decodePlain(bytes));
    default:
      return readOffice(bytes, format, into);
  }
}
