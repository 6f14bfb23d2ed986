import { strToU8, zipSync, type Zippable } from 'fflate';

/** An archive of parts by name. */
export const archiveOf = (parts: Readonly<Record<string, string>>): Buffer => {
  const entries = Object.entries(parts).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries) as Zippable));
};

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A Word document of these paragraphs. */
export const docxOf = (...paragraphs: readonly string[]): Buffer =>
  archiveOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${paragraphs
      .map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  });

/** A PDF with one page for each text (letters and digits). */
export function pdfOf(...pages: readonly string[]): Buffer {
  const kids = pages.map((_, index) => `${4 + index} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.map((_, index) => {
      const contents = `/Contents ${4 + pages.length + index} 0 R`;
      const resources = '/Resources<</Font<</F 3 0 R>>>>';
      return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]${resources}${contents}>>`;
    }),
    ...pages.map((text) => {
      const stream = `BT /F 12 Tf 20 100 Td (${text}) Tj ET`;
      return `<</Length ${stream.length}>>stream\n${stream}\nendstream`;
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
