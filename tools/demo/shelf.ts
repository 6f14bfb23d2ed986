import { writeDocx } from './write/docx.js';
import type { Block, Paper } from './write/paper.js';
import { writePdf } from './write/pdf.js';
import { drawPng } from './write/png.js';
import { writeXlsx, type Sheet } from './write/xlsx.js';

export interface DemoFile {
  readonly type: 'file';
  readonly name: string;
  bytes(): Promise<Buffer>;
}

export interface DemoLink {
  readonly type: 'link';
  readonly name: string;
  readonly link: string;
}

export interface DemoFolder {
  readonly type: 'folder';
  readonly name: string;
  readonly items: readonly DemoItem[];
}

export type DemoItem = DemoFolder | DemoFile | DemoLink;

export const folder = (name: string, ...items: DemoItem[]): DemoFolder => ({
  type: 'folder',
  name,
  items,
});

export const link = (name: string, address: string): DemoLink => ({
  type: 'link',
  name,
  link: address,
});

const file = (name: string, write: () => Buffer | Promise<Buffer>): DemoFile => ({
  type: 'file',
  name,
  bytes: async () => write(),
});

const paper = (number: string, titles: string, blocks: readonly Block[]): Paper => {
  const [title = '', subtitle = ''] = titles.split(' | ');
  return { number, title, subtitle, blocks };
};

/** @param titles title and subtitle with ` | ` between them */
export const pdf = (name: string, number: string, titles: string, ...blocks: Block[]) =>
  file(`${name}.pdf`, () => writePdf(paper(number, titles, blocks)));

/** @param titles title and subtitle with ` | ` between them */
export const docx = (name: string, number: string, titles: string, ...blocks: Block[]) =>
  file(`${name}.docx`, () => writeDocx(paper(number, titles, blocks)));

export const xlsx = (name: string, sheet: Sheet) => file(`${name}.xlsx`, () => writeXlsx(sheet));

/** @param svg a drawing without text, since fonts are not the same everywhere */
export const png = (name: string, svg: string) => file(`${name}.png`, () => drawPng(svg));
