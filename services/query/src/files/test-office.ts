import { strToU8, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const packed = (parts: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(XML + xml)])),
    ),
  );

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly to: string;
  readonly isOutside?: boolean;
}

const relations = (...list: readonly Relation[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(
      ({ id, type, to, isOutside }) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${to}"${isOutside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const types = (...parts: readonly (readonly [part: string, type: string])[]) =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(
      ([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;

/** A Word document of this body; the link `rIdLink` leads to `link`. */
export const wordDocument = (body: string, link = 'https://dealer.example/'): Buffer =>
  packed({
    '[Content_Types].xml': types(['/word/document.xml', 'wordprocessingml.document.main']),
    '_rels/.rels': relations({ id: 'rId1', type: 'officeDocument', to: 'word/document.xml' }),
    'word/_rels/document.xml.rels': relations({
      ...{ id: 'rIdLink', type: 'hyperlink', to: link },
      isOutside: true,
    }),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
  });

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A workbook with one sheet of these rows of text. */
export const workbook = (name: string, rows: readonly (readonly string[])[]): Buffer => {
  const cells = rows.map((row, y) => {
    const line = row.map(
      (text, x) =>
        `<c r="${String.fromCharCode(65 + x)}${y + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    return `<row r="${y + 1}">${line.join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return packed({
    '[Content_Types].xml': types(
      ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
    ),
    '_rels/.rels': relations({ id: 'rId1', type: 'officeDocument', to: 'xl/workbook.xml' }),
    'xl/_rels/workbook.xml.rels': relations({
      ...{ id: 'rId1', type: 'worksheet', to: 'worksheets/sheet1.xml' },
    }),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  });
};
