import { docxOf } from '@feusa/files/text/test-documents';
import sharp from 'sharp';
import type { Person } from './test-calls.js';
import type { Product } from './test-product.js';

/** Words that stand in nothing but what is hidden. */
export const CANARIES = ['quartzite', 'malachite', 'zanzibarite', 'obsidian', 'feldspar'];

export const everybody = ['none', 'group', 'person', 'manager', 'auditor', 'admin'] as const;
export type Who = (typeof everybody)[number];
export const insiders: readonly Who[] = ['group', 'person', 'manager', 'admin'];

/** A product with a folder that not everybody may see, and somebody of each kind. */
export interface Company {
  readonly people: Readonly<Record<Who, Person>>;
  readonly open: string;
  readonly pay: string;
  readonly inner: string;
  readonly file: string;
  readonly image: string;
  readonly link: string;
  readonly group: string;
}

export async function openCompany(product: Product): Promise<Company> {
  const { admin, auditor, basic: none } = product.people;
  const [group, person, manager] = [
    await product.newPerson('basic', 'group@feusa.example'),
    await product.newPerson('basic', 'person@feusa.example'),
    await product.newPerson('basic', 'manager@feusa.example'),
  ];
  const add = async (name: string, parentId: string | null) =>
    (await product.done('add-folder', { name, parentId }, admin)).id;
  const file = async (folderId: string, name: string, bytes: Buffer) => {
    const body = { folderId, uploadId: await product.upload(bytes, name) };
    return (await product.done('add-file', body, admin)).id;
  };
  const open = await add('Open', null);
  const pay = await add('Quartzite', open);
  const inner = await add('Malachite', pay);
  const picture = { create: { width: 8, height: 8, channels: 3, background: 'olive' } } as const;
  const company = {
    ...{ open, pay, inner },
    people: { none, group, person, manager, auditor, admin },
    file: await file(inner, 'Obsidian.docx', docxOf('The zanzibarite is here')),
    image: await file(inner, 'Obsidian.png', await sharp(picture).png().toBuffer()),
    link: (
      await product.done(
        'add-link',
        { folderId: pay, name: 'Feldspar', link: 'https://feldspar.example/' },
        admin,
      )
    ).id,
    group: (await product.done('add-group', { name: 'Office' }, admin)).id,
  };
  await product.done('set-group-members', { id: company.group, userIds: [group.id] }, admin);
  const access = { read: [company.group, person.id], manage: [manager.id] };
  await product.done('set-folder-access', { id: pay, access }, admin);
  const { file: id } = company;
  const asked = { id, fileVersion: 1, from: { everyone: true } };
  await product.done('ask-acknowledgement', asked, admin);
  return company;
}
