import type { Collected } from './collected.js';
import { scanMarkup } from './markup.js';
import { reasons, Unreadable } from './port.js';
import { ZipParts } from './zip-parts.js';

interface PartRule {
  /** Which parts of the archive have text. */
  readonly parts: RegExp;
  /** The elements that have it; all of them where left out. */
  readonly inside?: ReadonlySet<string>;
  /** Elements between whose texts there is a gap. */
  readonly gaps: ReadonlySet<string>;
  /** Elements whose text is for nobody. */
  readonly without?: ReadonlySet<string>;
}

interface OfficeRule {
  /** Without it, the archive is something else. */
  readonly main: string;
  readonly rules: readonly PartRule[];
}

const docx: OfficeRule = {
  main: 'word/document.xml',
  rules: [
    {
      parts: /^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
      inside: new Set(['w:t']),
      gaps: new Set(['w:p', 'w:tab', 'w:br', 'w:tc']),
    },
  ],
};
const xlsx: OfficeRule = {
  main: 'xl/workbook.xml',
  rules: [
    {
      parts: /^xl\/sharedStrings\.xml$/,
      inside: new Set(['t']),
      gaps: new Set(['si']),
      without: new Set(['rPh']),
    },
    {
      parts: /^xl\/worksheets\/sheet\d+\.xml$/,
      // The values of cells that refer to the list above are its numbers.
      inside: new Set(['t', 'v']),
      gaps: new Set(['c', 'row']),
    },
    { parts: /^xl\/comments\d*\.xml$/, inside: new Set(['t']), gaps: new Set(['comment']) },
  ],
};
const pptx: OfficeRule = {
  main: 'ppt/presentation.xml',
  rules: [
    {
      parts: /^ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
      inside: new Set(['a:t']),
      gaps: new Set(['a:p', 'a:br', 'a:tc']),
    },
  ],
};
const odf: OfficeRule = {
  main: 'content.xml',
  rules: [
    {
      parts: /^content\.xml$/,
      gaps: new Set([
        'text:p',
        'text:h',
        'text:s',
        'text:tab',
        'text:line-break',
        'table:table-cell',
      ]),
      without: new Set(['office:scripts', 'office:automatic-styles', 'text:tracked-changes']),
    },
  ],
};
const formats = { docx, xlsx, pptx, odf };

/** The first bytes of the older binary formats, and of newer ones under a password. */
const COMPOUND = 'd0cf11e0a1b11ae1';
/** What containers of the older ones hold. */
const older = ['WordDocument', 'Workbook', 'Book', 'PowerPoint Document'].map((name) =>
  Buffer.from(name, 'utf16le'),
);
const MANIFEST = 'META-INF/manifest.xml';

/** @throws Unreadable */
export function readOffice(bytes: Buffer, format: keyof typeof formats, into: Collected): void {
  if (bytes.toString('hex', 0, 8) === COMPOUND) throw new Unreadable(compoundReason(bytes));
  const zip = new ZipParts(bytes);
  const { main, rules } = formats[format];
  if (!zip.has(main)) throw new Unreadable(reasons.damaged);
  if (format === 'odf' && isEncrypted(zip)) throw new Unreadable(reasons.locked);
  for (const rule of rules)
    for (const name of zip.names(rule.parts)) {
      if (into.isFull) return;
      readPart(zip.read(name), rule, into);
      into.add(' ');
    }
}

/** Some programs write the elements of spreadsheets with a prefix. */
const plain = (name: string) => (name.startsWith('x:') ? name.slice(2) : name);

const compoundReason = (bytes: Buffer) =>
  older.some((name) => bytes.includes(name)) ? reasons.older : reasons.locked;

/** OpenDocument encrypts its parts one by one, and its list of them says so. */
const isEncrypted = (zip: ZipParts) =>
  zip.has(MANIFEST) && zip.read(MANIFEST).includes('encryption-data');

function readPart(xml: string, { inside, gaps, without }: PartRule, into: Collected): void {
  let wanted = inside === undefined;
  let left: string | undefined;
  scanMarkup(xml, {
    get isDone() {
      return into.isFull;
    },
    text: (text) => wanted && left === undefined && into.add(text),
    open(given, tag) {
      const name = plain(given);
      if (name === 'c' && tag.includes(' t="s"')) left ??= 'shared';
      else if (!tag.endsWith('/') && without?.has(name)) left ??= name;
      if (inside?.has(name)) wanted = true;
    },
    close(given) {
      const name = plain(given);
      if (left === name || (left === 'shared' && name === 'c')) left = undefined;
      if (inside?.has(name)) wanted = false;
      if (gaps.has(name)) into.add(' ');
    },
  });
}
