/** Notified of each piece in order. A tag's name has no prefix taken off; `false` stops. */
export interface MarkupHandler {
  text(text: string): void;
  /** `tag` is what stands between the brackets. */
  open(name: string, tag: string): void;
  close(name: string): void;
  readonly isDone: boolean;
}

const NAME = /^\/?([^\s/>]+)/;
const TAG = /<(?=[A-Za-z_/!?])/g;
const CDATA = '<![CDATA[';

/**
 * Goes through XML or HTML once, from the beginning to the end, however broken it is. No entity is defined
 * by a document, and nothing outside of it is asked for.
 */
export function scanMarkup(source: string, handler: MarkupHandler): void {
  let at = 0;
  while (at < source.length && !handler.isDone) {
    const start = nextTag(source, at);
    if (start !== at) handler.text(decoded(source.slice(at, start < 0 ? undefined : start)));
    if (start < 0) return;
    at =
      source[start + 1] === '!' ? skipped(source, start, handler) : tagAt(source, start, handler);
  }
}

/** Less than something is no tag. */
function nextTag(source: string, from: number): number {
  TAG.lastIndex = from;
  return TAG.exec(source)?.index ?? -1;
}

/** Comments, declarations, and text that stands as it is. */
function skipped(source: string, start: number, handler: MarkupHandler): number {
  if (source.startsWith('<!--', start)) return after(source, '-->', start + 4);
  if (!source.startsWith(CDATA, start)) return after(source, '>', start);
  const end = after(source, ']]>', start);
  handler.text(source.slice(start + CDATA.length, end).replace(/\]\]>$/, ''));
  return end;
}

function tagAt(source: string, start: number, handler: MarkupHandler): number {
  const end = after(source, '>', start);
  const tag = source.slice(start + 1, end - 1);
  const name = NAME.exec(tag)?.[1];
  if (name === undefined || name.startsWith('?')) return end;
  if (!tag.startsWith('/')) handler.open(name, tag);
  if (tag.startsWith('/') || tag.endsWith('/')) handler.close(name);
  return end;
}

function after(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from);
  return found < 0 ? source.length : found + text.length;
}

const ENTITY = /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi;
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß' },
  ...{ eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', ntilde: 'ñ', oslash: 'ø', aring: 'å' },
  ...{ ndash: '–', mdash: '—', hellip: '…', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
  ...{ copy: '©', reg: '®', deg: '°', euro: '€', middot: '·', bull: '•', times: '×' },
};

const decoded = (text: string) =>
  text.includes('&')
    ? text.replace(ENTITY, (whole, name: string) => characterOf(name) ?? whole)
    : text;

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name];
  const isHex = name[1] === 'x' || name[1] === 'X';
  const code = parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
