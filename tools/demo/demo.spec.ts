import { readFile } from 'node:fs/promises';
import { cleanFileName } from '@feusa/command/uploads/file-name';
import { mediaTypeOf } from '@feusa/command/uploads/media-type';
import { AddLink } from '@feusa/contracts/docs';
import { AddEmployee } from '@feusa/contracts/employees';
import { Name } from '@feusa/contracts/text';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from '@jest/globals';
import { readDemo, type DemoFile, type DemoFolder, type DemoItem, type DemoLink } from './shelf.js';

const { company, people } = await readDemo();

const all = (items: readonly DemoItem[]): DemoItem[] =>
  items.flatMap((item) => (item.type === 'folder' ? [item, ...all(item.items)] : [item]));
const items = all(company);
const files = items.filter((item): item is DemoFile => item.type === 'file');
const links = items.filter((item): item is DemoLink => item.type === 'link');
const folders = items.filter((item): item is DemoFolder => item.type === 'folder');
const depth = (item: DemoItem): number =>
  item.type === 'folder' ? 1 + Math.max(0, ...item.items.map(depth)) : 0;

describe('the shelf', () => {
  it('has six top-level folders, up to four deep, with files and links', () => {
    expect(company).toHaveLength(6);
    expect(Math.max(...company.map(depth))).toBeGreaterThanOrEqual(3);
    expect(files.length).toBeGreaterThanOrEqual(40);
    expect(links).toHaveLength(12);
  });

  it('has names and links that the product takes, each name once in its folder', () => {
    for (const { name } of [...folders, ...links]) expect(Name.parse(name)).toBe(name);
    for (const { name } of files) expect(cleanFileName(name)).toBe(name);
    const folderId = crypto.randomUUID();
    for (const { name, link } of links) AddLink.parse({ folderId, name, link });
    for (const { items } of folders) {
      const names = items.map(({ type, name }) => `${type} ${name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

const office = 'application/vnd.openxmlformats-officedocument';
const types: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
};

describe.each(files)('$name', ({ name, source }) => {
  it('is what it says, by its bytes', async () => {
    const content = await readFile(source);
    const read = (start: number, length: number) =>
      Promise.resolve(content.subarray(start, start + length));
    const peek = { head: content.subarray(0, 4100), length: content.length, read };
    const extension = name.split('.').at(-1) ?? '';
    expect(await mediaTypeOf(peek, name)).toBe(types[extension]);
    if (extension === 'pdf') expectPdf(content);
    else if (extension === 'png') expect((await sharp(content).stats()).channels).toBeTruthy();
    else expectPackage(content);
  });
});

/** Every entry of the table of objects points at its object. */
function expectPdf(content: Buffer): void {
  const text = content.toString('latin1');
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const entries = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)];
  expect(entries.length).toBeGreaterThan(6);
  entries.forEach(([, offset], at) =>
    expect(text.slice(Number(offset))).toMatch(new RegExp(`^${at + 1} 0 obj\n`)),
  );
  for (const [, length, stream] of text.matchAll(
    /<< \/Length (\d+) >>\nstream\n([^]*?)\nendstream/g,
  ))
    expect(stream).toHaveLength(Number(length));
}

/** Every part is there that another one refers to, and every tag that opens closes. */
function expectPackage(content: Buffer): void {
  const parts = new Map(
    Object.entries(unzipSync(content)).map(([path, xml]) => [path, Buffer.from(xml).toString()]),
  );
  for (const [, path] of parts.get('[Content_Types].xml')?.matchAll(/PartName="\/([^"]+)"/g) ?? [])
    expect(parts.has(path ?? '')).toBe(true);
  for (const xml of parts.values()) {
    const open: string[] = [];
    for (const [, end, name, alone] of xml.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
      if (end) expect(open.pop()).toBe(name);
      else if (!alone) open.push(name ?? '');
    }
    expect(open).toEqual([]);
  }
}

describe('the staff', () => {
  const nameOf = ({ fields }: (typeof people)[number]) => `${fields.firstName} ${fields.lastName}`;

  it('is 60 different people whom the product takes, each with a manager among them', () => {
    const names = new Set(people.map(nameOf));
    expect(names.size).toBe(60);
    expect(new Set(people.map(({ fields }) => fields.email)).size).toBe(60);
    for (const { fields } of people) {
      expect(AddEmployee.parse(fields)).toMatchObject(fields);
      expect(names).toContain(fields.manager);
    }
  });

  it('has portraits of 25, each its own', async () => {
    const faces = await Promise.all(
      people.flatMap(({ portrait }) => (portrait ? [readFile(portrait)] : [])),
    );
    expect(faces).toHaveLength(25);
    expect(new Set(faces.map((face) => face.toString('base64'))).size).toBe(25);
    const { width, height, format } = await sharp(faces[0]).metadata();
    expect({ width, height, format }).toEqual({ width: 320, height: 320, format: 'png' });
  });
});
