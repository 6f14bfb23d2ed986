import { strToU8, zipSync } from 'fflate';

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument';

/** The same content always gives the same bytes. */
const WRITTEN = new Date(2026, 0, 5);

/** XML inside a package; `type` is the end of its media type, `relation` how the main part calls it. */
export interface Part {
  readonly path: string;
  readonly type: string;
  readonly relation?: string;
  readonly xml: string;
}

/** Zips parts to an office document; the first is the main one, which refers to all others. */
export function writePackage(main: Part, others: readonly Part[]): Buffer {
  const folder = main.path.slice(0, main.path.lastIndexOf('/') + 1);
  const name = main.path.slice(folder.length);
  const parts = [main, ...others].map(({ path, xml }) => [path, strToU8(DECLARATION + xml)]);
  const files = {
    '[Content_Types].xml': strToU8(DECLARATION + contentTypes([main, ...others])),
    '_rels/.rels': strToU8(
      DECLARATION + relations([{ target: main.path, relation: 'officeDocument' }]),
    ),
    ...(Object.fromEntries(parts) as Record<string, Uint8Array>),
    [`${folder}_rels/${name}.rels`]: strToU8(
      DECLARATION +
        relations(
          others.map(({ path, relation = '' }) => ({
            target: path.slice(folder.length),
            relation,
          })),
        ),
    ),
  };
  return Buffer.from(zipSync(files, { mtime: WRITTEN, level: 6 }));
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function contentTypes(parts: readonly Part[]): string {
  const overrides = parts.map(
    ({ path, type }) => `<Override PartName="/${path}" ContentType="${MAIN}.${type}+xml"/>`,
  );
  return (
    `<Types xmlns="${TYPES}"><Default Extension="rels" ` +
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  );
}

function relations(items: readonly { target: string; relation: string }[]): string {
  const lines = items.map(
    ({ target, relation }, at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${relation}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${RELATIONS}">${lines.join('')}</Relationships>`;
}

/** Text inside XML. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
