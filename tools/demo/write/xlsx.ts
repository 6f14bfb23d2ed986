import { escaped, writePackage } from './ooxml.js';

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export type Cell = string | number;

/** One sheet; `money` names the columns (from 0) that hold US dollars. */
export interface Sheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly money?: readonly number[];
}

/** Writes one sheet as XLSX: a header that stays in view, a filter and columns as wide as their text. */
export function writeXlsx(sheet: Sheet): Buffer {
  const workbook =
    `<workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets>` +
    `<sheet name="${escaped(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const part = (path: string, type: string, relation: string, xml: string) => ({
    path,
    type: `spreadsheetml.${type}`,
    relation,
    xml,
  });
  return writePackage(part('xl/workbook.xml', 'sheet.main', '', workbook), [
    part('xl/worksheets/sheet1.xml', 'worksheet', 'worksheet', sheetXml(sheet)),
    part('xl/styles.xml', 'styles', 'styles', styles),
  ]);
}

const HEADER_STYLE = 1;
const MONEY_STYLE = 2;

function sheetXml({ header, rows, money = [] }: Sheet): string {
  const end = `${columnName(header.length - 1)}${rows.length + 1}`;
  const widths = header.map((title, column) => {
    const longest = Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(lengthOf));
    return `<col min="${column + 1}" max="${column + 1}" width="${longest + 4}" customWidth="1"/>`;
  });
  const styleOf = (column: number) => (money.includes(column) ? MONEY_STYLE : 0);
  const lines = [
    rowXml(1, header, () => HEADER_STYLE),
    ...rows.map((row, at) => rowXml(at + 2, row, styleOf)),
  ];
  return (
    `<worksheet xmlns="${SHEET}"><dimension ref="A1:${end}"/>` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>${lines.join('')}</sheetData><autoFilter ref="A1:${end}"/></worksheet>`
  );
}

const lengthOf = (cell: Cell) => String(cell).length;

function rowXml(row: number, cells: readonly Cell[], styleOf: (column: number) => number): string {
  const xml = cells.map((cell, column) => {
    const place = `r="${columnName(column)}${row}" s="${styleOf(column)}"`;
    return typeof cell === 'number'
      ? `<c ${place}><v>${cell}</v></c>`
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  });
  return `<row r="${row}">${xml.join('')}</row>`;
}

const columnName = (column: number) => String.fromCharCode(65 + column);

const styles =
  `<styleSheet xmlns="${SHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FF2C6A35"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
