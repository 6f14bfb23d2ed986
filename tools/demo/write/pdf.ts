import type { Block, Paper } from './paper.js';
import { linesOf, pdfString, type Font } from './helvetica.js';
import { assemble, PAGE } from './pdf-file.js';

const LEFT = 64;
const WIDTH = PAGE.width - 2 * LEFT;
const BOTTOM = 74;
const FIRST_TOP = 640;
const TOP = 720;

const INK = '0.13 0.16 0.14';
const GREEN = '0.17 0.42 0.21';
const OCHRE = '0.83 0.57 0.13';
const GREY = '0.45 0.48 0.45';
const PALE = '0.94 0.96 0.92';

const BODY: Font = { size: 10.5 };
const SMALL: Font = { size: 9 };

/** Writes a document as PDF 1.7 with the fonts that every reader has. */
export function writePdf(paper: Paper): Buffer {
  const layout = new Layout(paper);
  for (const block of paper.blocks) layout.block(block);
  return assemble(paper, layout.pages);
}

class Layout {
  readonly pages: string[][] = [];
  private page: string[] = [];
  private y = 0;

  constructor(private readonly paper: Paper) {
    this.newPage();
    this.title();
  }

  block(block: Block): void {
    if ('heading' in block) this.heading(block.heading);
    else if ('text' in block) this.paragraph(block.text);
    else if ('note' in block) this.note(block.note);
    else if ('table' in block) this.table(block.table);
    else if ('list' in block) this.items(block.list, () => '\u2022');
    else this.items(block.steps, (at) => `${at + 1}.`);
  }

  private newPage(): void {
    this.page = [];
    this.pages.push(this.page);
    this.y = this.pages.length === 1 ? FIRST_TOP : TOP;
    const { number, title } = this.paper;
    this.fill(GREEN, [0, PAGE.height - 14, PAGE.width, 14]);
    this.write(`FEUSA Farm Equipment  \u2022  ${number}`, [LEFT, 40], SMALL, GREY);
    const label = `Page ${this.pages.length}`;
    this.write(label, [PAGE.width - LEFT - 36, 40], SMALL, GREY);
    if (this.pages.length > 1) this.write(title, [LEFT, PAGE.height - 40], SMALL, GREY);
  }

  private title(): void {
    const { title, subtitle } = this.paper;
    this.write(title, [LEFT, 702], { size: 23, bold: true }, GREEN);
    this.write(subtitle, [LEFT, 680], { size: 12 }, GREY);
    this.fill(OCHRE, [LEFT, 664, 56, 3]);
  }

  private heading(words: string): void {
    this.room(58);
    this.y -= 12;
    this.write(words, [LEFT, this.y], { size: 14, bold: true }, INK);
    this.y -= 20;
  }

  private paragraph(words: string, indent = 0): void {
    for (const line of linesOf(words, WIDTH - indent, BODY)) {
      this.room(15);
      this.write(line, [LEFT + indent, this.y], BODY);
      this.y -= 15;
    }
    this.y -= 5;
  }

  private items(items: readonly string[], mark: (at: number) => string): void {
    items.forEach((item, at) => {
      this.room(15);
      this.write(mark(at), [LEFT + 4, this.y], { ...BODY, bold: true }, GREEN);
      this.paragraph(item, 22);
    });
    this.y -= 4;
  }

  private note(words: string): void {
    const lines = linesOf(words, WIDTH - 32, BODY);
    const height = lines.length * 15 + 13;
    this.room(height + 16);
    this.y -= 6;
    const bottom = this.y + 18 - height;
    this.fill(PALE, [LEFT, bottom, WIDTH, height]);
    this.fill(OCHRE, [LEFT, bottom, 4, height]);
    lines.forEach((line, at) => this.write(line, [LEFT + 18, this.y - at * 15], BODY));
    this.y -= height + 8;
  }

  private table([header = [], ...rows]: readonly (readonly string[])[]): void {
    this.room(60);
    this.y -= 4;
    const width = WIDTH / header.length;
    this.fill(GREEN, [LEFT, this.y - 6, WIDTH, 19]);
    header.forEach((cell, at) => {
      this.write(cell, [LEFT + at * width + 6, this.y], { ...SMALL, bold: true }, '1 1 1');
    });
    this.y -= 19;
    rows.forEach((row, number) => this.row(row, width, number % 2 === 1));
    this.y -= 12;
  }

  private row(row: readonly string[], width: number, tinted: boolean): void {
    const wrapped = row.map((cell) => linesOf(cell, width - 10, SMALL));
    const height = Math.max(...wrapped.map(({ length }) => length)) * 12 + 6;
    this.room(height);
    if (tinted) this.fill(PALE, [LEFT, this.y - height + 13, WIDTH, height]);
    wrapped.forEach((lines, column) =>
      lines.forEach((line, at) => {
        this.write(line, [LEFT + column * width + 6, this.y - at * 12], SMALL);
      }),
    );
    this.y -= height;
  }

  private room(height: number): void {
    if (this.y - height < BOTTOM) this.newPage();
  }

  private fill(colour: string, [x, y, width, height]: readonly [number, number, number, number]) {
    this.page.push(`${colour} rg ${x} ${round(y)} ${width} ${round(height)} re f`);
  }

  private write(line: string, [x, y]: readonly [number, number], font: Font, colour = INK): void {
    const name = font.bold ? '/F2' : '/F1';
    const place = `${round(x)} ${round(y)} Td`;
    this.page.push(`BT ${colour} rg ${name} ${font.size} Tf ${place} ${pdfString(line)} Tj ET`);
  }
}

const round = (value: number) => Number(value.toFixed(2));
