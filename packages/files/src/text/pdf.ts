import { textBounds } from '@feusa/contracts/find-bounds';
import type { getDocumentProxy } from 'unpdf';
import type { Collected } from './collected.js';
import { reasons, Unreadable } from './port.js';

const NO_IMAGES = 1;
const ERRORS_ONLY = 0;

/** @throws Unreadable */
export async function readPdf(bytes: Uint8Array, into: Collected): Promise<void> {
  const pdf = await import('unpdf');
  const options = {
    ...{
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
    },
    ...{ maxImageSize: NO_IMAGES, verbosity: ERRORS_ONLY },
  };
  const document = await pdf
    .getDocumentProxy(new Uint8Array(bytes), options)
    .catch((fault: Error) => {
      const isLocked = fault.name === 'PasswordException';
      throw new Unreadable(isLocked ? reasons.locked : reasons.damaged);
    });
  const pages = Math.min(document.numPages, textBounds.pages.value);
  let faults = 0;
  for (let number = 1; number <= pages && !into.isFull; number++)
    await readPage(document, number, into).catch(() => (faults += 1));
  if (faults === pages) throw new Unreadable(reasons.damaged);
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function readPage(document: PdfDocument, number: number, into: Collected): Promise<void> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  for (const item of items) if ('str' in item) into.add(item.hasEOL ? `${item.str} ` : item.str);
  into.add(' ');
  page.cleanup();
}
