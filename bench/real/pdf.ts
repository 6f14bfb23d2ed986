import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import type { Section } from './prose.js';

const require = createRequire(import.meta.url);
const fonts = {
  plain: require.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
  bold: require.resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf'),
};

export interface Content {
  readonly title: string;
  readonly sections: readonly Section[];
  readonly pictures: readonly Buffer[];
  readonly mark: string;
}

/** Pages with headings, pictures and a footer; `isOwn`: with fonts of its own, else with those of every reader. */
export function pdf({ title, sections, pictures, mark }: Content, isOwn: boolean): Promise<Buffer> {
  const [plain, bold] = isOwn ? [fonts.plain, fonts.bold] : ['Times-Roman', 'Times-Bold'];
  const made = new Pdf({ size: 'A4', margin: 64, info: { Title: title, Author: 'Zoë Łuczak' } });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    made.on('data', (part: Buffer) => parts.push(part));
    made.on('end', () => resolve(Buffer.concat(parts)));
    made.on('error', reject);
  });
  made.font(bold).fontSize(24).text(title).moveDown();
  for (const [index, { heading, paragraphs }] of sections.entries()) {
    made
      .font(bold)
      .fontSize(15)
      .text(`${index + 1}  ${heading}`)
      .moveDown(0.5);
    made.font(plain).fontSize(10.5);
    for (const paragraph of paragraphs) made.text(paragraph, { align: 'justify' }).moveDown(0.6);
    const picture = pictures[index];
    if (picture) made.image(picture, { fit: [400, 260] }).moveDown();
  }
  made.font(plain).fontSize(9).text(`Document number: ${mark}`);
  made.end();
  return done;
}
