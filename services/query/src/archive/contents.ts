import { archiveBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import type { Blobs } from '@feusa/files/blobs/port';
import { byName } from '../order.js';
import type { DocRow, FolderRow } from '../read-model/rows.js';
import type { ContentSource } from '../read-model/source.js';
import { storable, twins } from './names.js';
import type { ZipEntry } from './zip.js';

/** What somebody wants to take along. */
export interface ArchiveSelection {
  readonly folders: readonly FolderRow[];
  readonly docs: readonly DocRow[];
}

const MOST_ENTRIES = archiveBounds.entries.value;
const MOST_BYTES = archiveBounds.size.value;
/** Folders that are read at once. */
const TOGETHER = 8;

/** A folder whose contents are still to be read, and what their names begin with. */
interface Unread {
  readonly id: string;
  readonly prefix: string;
}

/**
 * The entries of an archive: folders with all that lies in them, and documents, named as in the folder tree.
 * A link is an Internet shortcut (`.url`). @throws Refusal `archive/too-large`
 */
export async function entriesOf(
  wanted: ArchiveSelection,
  source: ContentSource,
  blobs: Blobs,
): Promise<ZipEntry[]> {
  const packing = new Packing(blobs);
  const contentsOf = async ({ id, prefix }: Unread) => {
    const [folders, docs] = await Promise.all([source.children(id), source.docs(id)]);
    return { prefix, contents: { folders, docs } };
  };
  const unread = packing.add('', wanted);
  while (unread.length > 0) {
    const read = await Promise.all(unread.splice(0, TOGETHER).map(contentsOf));
    for (const { prefix, contents } of read) unread.push(...packing.add(prefix, contents));
  }
  return packing.entries;
}

class Packing {
  readonly entries: ZipEntry[] = [];
  private bytes = 0;

  constructor(private readonly blobs: Blobs) {}

  /** Adds what lies in one place, and answers with the folders of it. */
  add(prefix: string, { folders, docs }: ArchiveSelection): Unread[] {
    const nameOf = twins();
    const unread = folders.toSorted(byName).map((folder) => {
      const name = `${prefix}${nameOf(storable(folder.name))}/`;
      const at = new Date(folder.addedAt);
      this.take({ name, size: 0, at, content: () => these() });
      return { id: folder.id, prefix: name };
    });
    for (const doc of docs.toSorted(byName)) this.take(this.entryOf(doc, prefix, nameOf));
    return unread;
  }

  private entryOf(doc: DocRow, prefix: string, nameOf: (name: string) => string): ZipEntry {
    const at = new Date(doc.addedAt);
    const { blob } = doc;
    if (doc.kind === 'link' || blob === null) {
      const text = Buffer.from(shortcut(doc.link ?? ''));
      const name = prefix + nameOf(storable(doc.name, '.url'));
      return { name, size: text.length, at, content: () => these(text) };
    }
    const name = prefix + nameOf(storable(doc.name));
    return { id: doc.id, name, size: doc.size ?? 0, at, content: () => this.blobs.read(blob) };
  }

  private take(entry: ZipEntry): void {
    this.entries.push(entry);
    this.bytes += entry.size;
    if (this.entries.length > MOST_ENTRIES || this.bytes > MOST_BYTES) refuse('archive/too-large');
  }
}

async function* these(...chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** The address in ASCII, as these files have it. */
const shortcut = (link: string) =>
  `[InternetShortcut]\r\nURL=${URL.canParse(link) ? new URL(link).href : ''}\r\n`;
