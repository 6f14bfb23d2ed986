import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { docx, xlsx } from './office.js';
import { pdf, type Content } from './pdf.js';
import { drawing, photos, png } from './pictures.js';
import { markOf, Prose } from './prose.js';

/** How many of each there are. */
export const kinds = {
  ...{ pdf: 1000, docx: 600, xlsx: 400 },
  ...{ md: 4000, txt: 1500, csv: 1000, png: 1000, svg: 500 },
} as const;
export type Kind = keyof typeof kinds;

/** A file that was made, and the word that it alone has; pictures have none. */
export interface Made {
  readonly kind: Kind;
  readonly path: string;
  readonly mark?: string;
}

const DEPARTMENTS = ['Service', 'Parts', 'Sales', 'Rentals', 'Safety', 'Marketing', 'HR', 'IT'];
const LINES =
  'Tractors Combines Balers Sprayers Seeders Mowers Loaders Trailers Ploughs Harrows Drills Dryers';
const YEARS = [2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026];
const CROWDED = { folder: 'Archive/Everything before the move', files: 1200 };

/** So many write the tree together, each its own part, so that it is the same one on every machine. */
export const LANES = 4;

/** Writes one part of the tree below `root`. */
export async function writeTree(root: string, lane: number): Promise<Made[]> {
  const prose = new Prose(100 + lane);
  const pictures = await photos(prose);
  const made: Made[] = [];
  for (const [number, kind] of order().entries()) {
    if (number % LANES !== lane) continue;
    const folder = number < CROWDED.files ? CROWDED.folder : someFolder(prose);
    const name = `${prose.title()} ${String(number).padStart(5, '0')}.${kind}`;
    const mark = markOf(number);
    const bytes = await contentOf(kind, { prose, pictures, mark, number });
    await mkdir(path.join(root, folder), { recursive: true });
    await writeFile(path.join(root, folder, name), bytes);
    const isPicture = kind === 'png' || kind === 'svg';
    made.push({ kind, path: `${folder}/${name}`, ...(!isPicture && { mark }) });
  }
  return made;
}

/** The kind of each file, all of them mixed. */
function order(): Kind[] {
  const all = Object.entries(kinds).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => kind as Kind),
  );
  return new Prose(31).shuffle(all);
}

const someFolder = (prose: Prose) =>
  [prose.pick(DEPARTMENTS), prose.pick(LINES.split(' ')), prose.pick(YEARS)].join('/');

interface Material {
  readonly prose: Prose;
  readonly pictures: readonly Buffer[];
  readonly mark: string;
  readonly number: number;
}

function contentOf(kind: Kind, material: Material): Promise<Buffer | string> | Buffer | string {
  const { prose, mark, number } = material;
  const makers: Record<Kind, () => Promise<Buffer | string> | string> = {
    pdf: () => pdf(contentWith(material, prose.between(1, 7)), number % 3 === 0),
    docx: () => docx(contentWith(material, prose.between(1, 8))),
    xlsx: () => xlsx(contentWith(material, 0), prose),
    md: () => markdown(prose, mark),
    txt: () =>
      Array.from({ length: prose.between(2, 30) }, () => prose.paragraph()).join('\n\n') +
      `\n${mark}\n`,
    csv: () => table(prose, mark),
    png: () => png(drawing(number, prose)),
    svg: () => drawing(number, prose),
  };
  return makers[kind]();
}

function contentWith({ prose, pictures, mark }: Material, sections: number): Content {
  const count = prose.chance(0.6) ? prose.between(1, 3) : 0;
  return {
    ...{ title: prose.title(), sections: prose.sections(sections), mark },
    pictures: Array.from({ length: count }, () => prose.pick(pictures)),
  };
}

function markdown(prose: Prose, mark: string): string {
  const parts = prose.sections(prose.between(1, 8)).map(({ heading, paragraphs }) => {
    const list = Array.from({ length: prose.between(0, 5) }, () => `- ${prose.words(5)}`);
    return `## ${heading}\n\n${paragraphs.join('\n\n')}\n\n${list.join('\n')}\n`;
  });
  return `# ${prose.title()}\n\nNumber: **${mark}**\n\n${parts.join('\n')}`;
}

function table(prose: Prose, mark: string): string {
  const rows = Array.from({ length: prose.between(20, 800) }, (_, index) =>
    [index, prose.words(3), prose.between(1, 900), prose.between(1, 900) / 10].join(','),
  );
  return ['number,name,pieces,price', ...rows, `,${mark},,`, ''].join('\r\n');
}
