import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface Sample {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const company = path.join(import.meta.dirname, '../../tools/demo/company');
const office = 'application/vnd.openxmlformats-officedocument';
const sample = async (name: string, file: string, mimeType: string): Promise<Sample> => ({
  ...{ name, mimeType },
  buffer: await readFile(path.join(company, file)),
});

/** Real small files of the types that the screens treat apart. */
export const samples = async () => ({
  pdf: await sample(
    'Service manual.pdf',
    'files/Service Bulletins/2025/SB 2025-09 Winter Fuel.pdf',
    'application/pdf',
  ),
  docx: await sample(
    'Checklist.docx',
    'files/Human Resources/Onboarding/First Week Checklist.docx',
    `${office}.wordprocessingml.document`,
  ),
  xlsx: await sample(
    'Prices.xlsx',
    'files/Parts & Catalogues/Price Lists/2026/Parts Price List 2026.xlsx',
    `${office}.spreadsheetml.sheet`,
  ),
  png: await sample('Field.png', 'portraits/aiyana.littlebear@feusa.example.png', 'image/png'),
  txt: { name: 'résumé 資料.txt', mimeType: 'text/plain', buffer: Buffer.from('Grüße\n') },
});
