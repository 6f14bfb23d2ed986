import { previewBounds } from '@feusa/contracts/bounds';
import type { PageKind } from '@feusa/contracts/preview-kinds';
import { decodePlain } from '../plain-text.js';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 16px; overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; margin-bottom: 24px; font-size: 13px; }
td, th { overflow-wrap: break-word; padding: 3px 8px; border: 1px solid #8885; text-align: left; vertical-align: top; }
blockquote { margin-left: 0; padding-left: 12px; border-left: 3px solid #8885; }
.scroll { overflow-x: auto; }
.rest { color: #767676; }`;

/** A page by itself, which needs nothing else. */
const pageOf = (content: string): string =>
  `<!doctype html><html lang="und"><head><meta charset="utf-8"><title>Preview</title><style>${STYLE}</style></head><body>${content}</body></html>`;

const characters: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => characters[character]!);

const MOST_ROWS = previewBounds.rows.value;
const MOST_COLUMNS = previewBounds.columns.value;
const MOST_SHEETS = previewBounds.sheets.value;
const MOST_TEXT = previewBounds.text.value;

type Cells = readonly (readonly unknown[])[];

/** Makes a page of a document, where it stands: for the process that does nothing else. */
export async function convert(bytes: Buffer, kind: PageKind, charset?: string): Promise<string> {
  return pageOf(await contentOf(bytes, kind, charset));
}

async function contentOf(bytes: Buffer, kind: PageKind, charset?: string): Promise<string> {
  switch (kind) {
    case 'docx':
      return fromWord(bytes);
    case 'xlsx':
      return fromSheets(bytes);
    case 'markdown':
      return fromMarkdown(decodePlain(bytes, charset));
    case 'table':
      return fromTable(decodePlain(bytes, charset));
    case 'text':
      return fromText(decodePlain(bytes, charset));
  }
}

async function fromWord(buffer: Buffer): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml({ buffer }, { externalFileAccess: false });
  return clean(value);
}

async function fromSheets(bytes: Buffer): Promise<string> {
  const { default: readSheets } = await import('read-excel-file/node');
  const sheets = await readSheets(bytes);
  const shown = sheets.slice(0, MOST_SHEETS);
  const tables = shown.map(({ sheet, data }) => `<h2>${escaped(sheet)}</h2>${tableOf(data)}`);
  return tables.join('') + (sheets.length > MOST_SHEETS ? REST : '');
}

async function fromMarkdown(text: string): Promise<string> {
  const { marked } = await import('marked');
  return (await clean(await marked.parse(cut(text)))) + restOf(text);
}

async function fromTable(text: string): Promise<string> {
  const { parse } = await import('csv-parse/sync');
  const [first = ''] = text.split('\n', 1);
  const delimiter = ['\t', ';', ','].find((each) => first.includes(each)) ?? ',';
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  return tableOf(parse(text, { ...options, delimiter, to: MOST_ROWS + 1 }) as string[][]);
}

const fromText = (text: string) => `<pre>${escaped(cut(text))}</pre>${restOf(text)}`;

const REST = '<p class="rest">There is more in the file.</p>';
const cut = (text: string) => text.slice(0, MOST_TEXT).toWellFormed();
const restOf = (text: string) => (text.length > MOST_TEXT ? REST : '');

function tableOf(cells: Cells): string {
  const rows = cells.slice(0, MOST_ROWS).map((row) => {
    const shown = row.slice(0, MOST_COLUMNS).map((cell) => `<td>${escaped(wordsFor(cell))}</td>`);
    return `<tr>${shown.join('')}</tr>`;
  });
  const isCut = cells.length > MOST_ROWS || cells.some((row) => row.length > MOST_COLUMNS);
  return `<div class="scroll"><table>${rows.join('')}</table></div>${isCut ? REST : ''}`;
}

function wordsFor(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  const text = cell.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}

/** Links are words, as nothing may lead out of a preview; of pictures only those that come along are shown. */
async function clean(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, {
    allowedTags: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'img'],
      ...[
        'ul',
        'ol',
        'li',
        'dl',
        'dt',
        'dd',
        'b',
        'i',
        'u',
        's',
        'em',
        'strong',
        'del',
        'sub',
        'sup',
      ],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    allowedAttributes: {
      img: ['src', 'alt'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'img' && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(attribs['src'] ?? ''),
  });
}
