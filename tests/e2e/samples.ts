import { docx, pdf, png, xlsx, type DemoFile } from '@feusa/tools/demo/shelf';

export interface Sample {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#2c6e36"/></svg>';
const office = 'application/vnd.openxmlformats-officedocument';
const made = async (file: DemoFile, mimeType: string): Promise<Sample> => ({
  name: file.name,
  mimeType,
  buffer: await file.bytes(),
});

/** Real small files of the types that the screens treat apart. */
export const samples = async () => ({
  pdf: await made(pdf('Service manual', 'SM-1', 'Service manual | 2026'), 'application/pdf'),
  docx: await made(
    docx('Checklist', 'CL-1', 'Checklist | 2026'),
    `${office}.wordprocessingml.document`,
  ),
  xlsx: await made(
    xlsx('Prices', { name: 'Prices', header: ['Part', 'Price'], rows: [['Belt', 12]] }),
    `${office}.spreadsheetml.sheet`,
  ),
  png: await made(png('Field', drawing), 'image/png'),
  txt: { name: 'résumé 資料.txt', mimeType: 'text/plain', buffer: Buffer.from('Grüße\n') },
});
