import {
  Document,
  Footer,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
} from 'docx';
import writeXlsx, { type SheetData } from 'write-excel-file/node';
import type { Content } from './pdf.js';
import type { Prose } from './prose.js';

/** A letter, a report: headings, pictures, a table with its number in it. */
export function docx({ title, sections, pictures, mark }: Content): Promise<Buffer> {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const row = (...texts: string[]) => new TableRow({ children: texts.map(cell) });
  const picture = (data: Buffer) =>
    new Paragraph({
      children: [new ImageRun({ type: 'jpg', data, transformation: { width: 450, height: 300 } })],
    });
  const body = sections.flatMap(({ heading, paragraphs }, index) => [
    new Paragraph({ text: heading, heading: HeadingLevel.HEADING_1 }),
    ...paragraphs.map((text) => new Paragraph(text)),
    ...pictures.slice(index, index + 1).map(picture),
  ]);
  const footer = new Footer({ children: [new Paragraph('FEUSA – intern')] });
  const table = new Table({ rows: [row('Number', 'Author'), row(mark, 'Zoë Łuczak')] });
  const all = [new Paragraph({ text: title, heading: HeadingLevel.TITLE }), ...body, table];
  const made = new Document({ title, sections: [{ footers: { default: footer }, children: all }] });
  return Packer.toBuffer(made);
}

/** A list of parts with prices and dates, some with a picture; its number stands on the second sheet. */
export function xlsx({ title, pictures, mark }: Content, prose: Prose): Promise<Buffer> {
  const head = ['Part', 'Description', 'Pieces', 'Price', 'Since'];
  const rows: SheetData = Array.from({ length: prose.between(60, 600) }, (_, index) => [
    { value: `P-${10_000 + index}` },
    { value: prose.words(prose.between(2, 6)) },
    { value: prose.between(1, 400) },
    { value: prose.between(100, 90_000) / 100, format: '#,##0.00' },
    { value: new Date(Date.UTC(2020, 0, prose.between(1, 2000))), format: 'yyyy-mm-dd' },
  ]);
  const images = pictures.slice(0, 1).map((content) => ({
    ...{ content, contentType: 'image/jpeg', width: 450, height: 300, dpi: 96 },
    anchor: { row: 2, column: 7 },
  }));
  const header = head.map((value) => ({ value, fontWeight: 'bold' as const }));
  return writeXlsx([
    { sheet: 'Parts', data: [header, ...rows], images },
    { sheet: 'About', data: [[{ value: title }], [{ value: 'Number' }, { value: mark }]] },
  ]).toBuffer();
}
