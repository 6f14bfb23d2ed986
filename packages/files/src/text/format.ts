import type { TextFormat } from '@feusa/contracts/find';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const byType: Readonly<Record<string, TextFormat>> = {
  'application/pdf': 'pdf',
  [`${OOXML}.wordprocessingml.document`]: 'docx',
  [`${OOXML}.spreadsheetml.sheet`]: 'xlsx',
  [`${OOXML}.presentationml.presentation`]: 'pptx',
  [`${ODF}.text`]: 'odf',
  [`${ODF}.spreadsheet`]: 'odf',
  [`${ODF}.presentation`]: 'odf',
  // Read only as far as to say that they are too old.
  'application/msword': 'docx',
  'application/vnd.ms-excel': 'xlsx',
  'application/vnd.ms-powerpoint': 'pptx',
  'text/html': 'html',
  'text/plain': 'plain',
  'text/csv': 'plain',
  'text/markdown': 'plain',
};

/** What a name stands for, where the bytes were not known to be anything: a damaged file, perhaps. */
const byExtension: Readonly<Record<string, TextFormat>> = {
  ...{ pdf: 'pdf', docx: 'docx', xlsx: 'xlsx', pptx: 'pptx' },
  ...{ odt: 'odf', ods: 'odf', odp: 'odf', html: 'html', htm: 'html', xhtml: 'html' },
  ...{ txt: 'plain', md: 'plain', markdown: 'plain', csv: 'plain', tsv: 'plain', log: 'plain' },
};

/** Of bytes that may be anything; under a password office documents are in a container of the older ones. */
const vague = new Set([
  'application/octet-stream',
  'application/zip',
  'application/x-cfb',
  'application/xml',
]);

/** How the text of a file is read; undefined where it has none that could be. */
export function formatOf(mediaType: string, name: string): TextFormat | undefined {
  const named = byExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  const type = mediaType.split(';', 1)[0]!;
  const known = byType[type];
  // All text is stored as plain text: only the name tells that it is a page.
  if (known === 'plain' && named === 'html') return 'html';
  if (known) return known;
  return vague.has(type) ? named : undefined;
}
