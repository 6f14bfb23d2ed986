import type { TextFormat } from '@feusa/contracts/find';
import { textBounds } from '@feusa/contracts/find-bounds';
import { decodePlain } from '../plain-text.js';
import { Collected } from './collected.js';
import { readHtml } from './html.js';
import { readOffice } from './office.js';
import { readPdf } from './pdf.js';
import { reasons, Unreadable, type ExtractedText } from './port.js';

/** Reads a document where it stands: for the process that does nothing else. */
export async function extractHere(
  bytes: Uint8Array,
  format: TextFormat,
  charset?: string,
): Promise<ExtractedText> {
  if (bytes.length > textBounds.fileSize.value) return { reason: reasons.tooLarge };
  const into = new Collected();
  try {
    const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    await read(own, format, { into, charset });
  } catch (fault) {
    return { reason: fault instanceof Unreadable ? fault.reason : reasons.damaged };
  }
  const text = into.text();
  return text === '' ? { reason: reasons.empty } : { text };
}

interface Reading {
  readonly into: Collected;
  readonly charset: string | undefined;
}

async function read(bytes: Buffer, format: TextFormat, { into, charset }: Reading): Promise<void> {
  switch (format) {
    case 'pdf':
      return readPdf(bytes, into);
    case 'html':
      return readHtml(decodePlain(bytes, charset), into);
    case 'plain':
      return into.add(decodePlain(bytes, charset));
    default:
      return readOffice(bytes, format, into);
  }
}
