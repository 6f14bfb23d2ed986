import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandBody } from '../client/client.js';
import { readCsv } from '../import/csv.js';
import { readEmployees } from '../import/employees.js';
import { scan, type ScannedFolder } from '../import/scan.js';

export interface DemoFile {
  readonly type: 'file';
  readonly name: string;
  /** Where it lies on the disk. */
  readonly source: string;
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

export interface DemoEmployee {
  readonly fields: CommandBody<'add-employee'>;
  /** Where the portrait lies on the disk; undefined for people without one. */
  readonly portrait: string | undefined;
}

export interface Demo {
  readonly company: readonly DemoItem[];
  readonly people: readonly DemoEmployee[];
}

/** Beside this file as source, beside the programs once they are built. */
const places = ['company', 'demo'].map((place) => path.join(import.meta.dirname, place));

/** The invented company: folders of files, links.csv, people.csv, and portraits by e-mail address. */
export async function readDemo(): Promise<Demo> {
  const dir = places.find((place) => existsSync(path.join(place, 'people.csv'))) ?? '';
  const [files, links, people] = await Promise.all([
    scan(path.join(dir, 'files')),
    readCsv(path.join(dir, 'links.csv')),
    readEmployees(path.join(dir, 'people.csv')),
  ]);
  const linksIn = (at: string): DemoLink[] =>
    links.rows
      .filter(({ cells }) => cells[0] === at)
      .map(({ cells: [, name = '', link = ''] }) => ({ type: 'link', name, link }));
  const itemsOf = ({ folders, files }: ScannedFolder, at: string): DemoItem[] => [
    ...folders.map((each) => folderOf(each, at ? `${at}/${each.name}` : each.name)),
    ...files.map(({ name, source }) => ({ type: 'file', name, source }) as const),
    ...linksIn(at),
  ];
  const folderOf = (folder: ScannedFolder, at: string): DemoFolder => ({
    type: 'folder',
    name: folder.name,
    items: itemsOf(folder, at),
  });
  const portraitOf = (email: string) => {
    const file = path.join(dir, 'portraits', `${email}.png`);
    return existsSync(file) ? file : undefined;
  };
  return {
    company: itemsOf(files.root, ''),
    people: people.rows.map(({ fields: { mobile, ...fields } }) => ({
      fields: { ...fields, ...(mobile && { mobile }) },
      portrait: portraitOf(fields.email),
    })),
  };
}
