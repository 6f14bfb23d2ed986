import { stat } from 'node:fs/promises';
import { send } from '../import/commands.js';
import { fileSource } from '../import/file-source.js';
import { keyFrom } from '../import/keys.js';
import { eachOf } from '../import/pool.js';
import { readPresent } from '../import/present.js';
import { closeSession, openSession, type PasswordOf, type Session } from '../import/session.js';
import { upload } from '../import/upload.js';
import { readDemo, type Demo, type DemoFolder, type DemoItem, type DemoEmployee } from './shelf.js';

const WIDTH = 8;

/** `address`: where the product answers, such as `http://127.0.0.1:3000`; the rest signs in. */
export interface DemoOptions extends PasswordOf {
  readonly address: string;
  log(line: string): void;
}

/**
 * Fills an empty installation with an invented company, through the ordinary commands.
 * @returns whether it did; one that holds anything is left as it is
 * @throws StartFault where it cannot sign in; Refused or Interrupted where a command fails
 */
export async function loadDemo({ address, log, ...credentials }: DemoOptions): Promise<boolean> {
  const session = await openSession(address, credentials);
  try {
    const { root, people: present } = await readPresent(session.connection, true);
    if (root.folders.size > 0 || present.size > 0) {
      log('The demo data is for an empty installation; nothing was added.');
      return false;
    }
    const start = performance.now();
    const demo = await readDemo();
    const { folders, files, links } = await new Loading(session).load(demo);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    log(
      `Demo data: ${folders} folders, ${files} files, ${links} links and ${demo.people.length} people in ${seconds} s.`,
    );
    return true;
  } finally {
    await closeSession(session);
  }
}

interface AddedFolder {
  readonly item: DemoItem;
  readonly parentId: string | null;
}

class Loading {
  private readonly counts = { folders: 0, files: 0, links: 0 };

  constructor(private readonly session: Session) {}

  async load({ company, people }: Demo) {
    await this.addLevel(company.map((item) => ({ item, parentId: null })));
    await eachOf(people, WIDTH, (person) => this.person(person));
    return this.counts;
  }

  /** Everything of one depth at once, then what lies in its folders. */
  private async addLevel(level: readonly AddedFolder[]): Promise<void> {
    const next: AddedFolder[] = [];
    await eachOf(level, WIDTH, async ({ item, parentId }) => {
      const id = await this.add(item, parentId);
      if (item.type !== 'folder') return;
      next.push(...item.items.map((inside) => ({ item: inside, parentId: id })));
    });
    if (next.length > 0) await this.addLevel(next);
  }

  /** @returns the id of what was added */
  private async add(item: DemoItem, parentId: string | null): Promise<string> {
    if (item.type === 'folder') return this.folder(item, parentId);
    const folderId = parentId ?? '';
    const { connection } = this.session;
    const { name } = item;
    const key = this.key(item.type, folderId, name);
    if (item.type === 'link') {
      this.counts.links++;
      return (await send(connection, 'add-link', { folderId, name, link: item.link }, key)).id;
    }
    this.counts.files++;
    const uploadId = await this.upload(name, item.source);
    return (await send(connection, 'add-file', { folderId, uploadId }, key)).id;
  }

  private async folder({ name }: DemoFolder, parentId: string | null): Promise<string> {
    this.counts.folders++;
    const key = this.key('folder', parentId, name);
    return (await send(this.session.connection, 'add-folder', { name, parentId }, key)).id;
  }

  private async person({ fields, portrait }: DemoEmployee): Promise<void> {
    const uploadId = portrait && (await this.upload(`${fields.email}.png`, portrait));
    const body = { ...fields, ...(uploadId && { uploadId }) };
    await send(this.session.connection, 'add-employee', body, this.key('person', fields.email));
  }

  private async upload(name: string, file: string): Promise<string> {
    const { size } = await stat(file);
    return upload(this.session.connection, fileSource(name, file, size));
  }

  private key(...parts: (string | null)[]): string {
    return keyFrom(this.session.user.id, 'demo', ...parts);
  }
}
