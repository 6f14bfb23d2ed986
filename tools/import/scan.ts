import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';

/** A directory as it lies on the disk, its entries sorted by name. */
export interface ScannedFolder {
  readonly name: string;
  readonly source: string;
  readonly folders: readonly ScannedFolder[];
  readonly files: readonly ScannedFile[];
}

export interface ScannedFile {
  readonly name: string;
  readonly source: string;
}

/** Something that cannot be taken, by its path inside the directory. */
export interface Unusable {
  readonly path: string;
  readonly reason: string;
}

export interface Scan {
  readonly root: ScannedFolder;
  readonly unusable: readonly Unusable[];
  /** Hidden entries and the litter of desktops, by path; a folder stands for all in it. */
  readonly hidden: readonly string[];
}

const litter = new Set(['thumbs.db', 'desktop.ini', '$recycle.bin', '__macosx']);
const isHidden = (name: string) => name.startsWith('.') || litter.has(name.toLowerCase());

/** Reads a directory and all below it; links are not followed. @throws StartFault where it is none */
export async function scan(directory: string): Promise<Scan> {
  const walk = new Walk();
  const entries = await readdir(directory, { withFileTypes: true, encoding: 'buffer' }).catch(
    (fault: NodeJS.ErrnoException) => {
      throw new StartFault(`${directory} ${unreadable(fault)}`);
    },
  );
  const root = await walk.folder(
    { name: path.basename(directory), source: directory, at: '' },
    entries,
  );
  return { root, unusable: walk.unusable, hidden: walk.hidden };
}

interface ScannedEntry {
  readonly name: string;
  readonly source: string;
  /** Path inside the directory, '' for itself. */
  readonly at: string;
}

class Walk {
  readonly unusable: Unusable[] = [];
  readonly hidden: string[] = [];

  async folder(place: ScannedEntry, entries: readonly Dirent<Buffer>[]): Promise<ScannedFolder> {
    const folders: ScannedFolder[] = [];
    const files: ScannedFile[] = [];
    for (const entry of [...entries].sort((a, b) => Buffer.compare(a.name, b.name))) {
      const inside = this.inside(place, entry);
      if (!inside) continue;
      const { name, source } = inside;
      if (entry.isFile()) files.push({ name, source });
      else if (entry.isDirectory()) folders.push(...(await this.open(inside)));
      else this.unusable.push({ path: inside.at, reason: kindOf(entry) });
    }
    return { name: place.name, source: place.source, folders, files };
  }

  private inside(place: ScannedEntry, entry: Dirent<Buffer>): ScannedEntry | undefined {
    const name = entry.name.toString();
    const at = place.at ? `${place.at}/${name}` : name;
    if (!isUtf8(entry.name)) {
      this.unusable.push({ path: at, reason: 'the name is not UTF-8' });
      return undefined;
    }
    if (isHidden(name)) {
      this.hidden.push(entry.isDirectory() ? `${at}/` : at);
      return undefined;
    }
    return { name, source: path.join(place.source, name), at };
  }

  private async open(place: ScannedEntry): Promise<ScannedFolder[]> {
    try {
      const entries = await readdir(place.source, { withFileTypes: true, encoding: 'buffer' });
      return [await this.folder(place, entries)];
    } catch (fault) {
      this.unusable.push({ path: place.at, reason: unreadable(fault as NodeJS.ErrnoException) });
      return [];
    }
  }
}

const kindOf = (entry: Dirent<Buffer>) =>
  entry.isSymbolicLink()
    ? 'a symbolic link; links are not followed'
    : 'neither a file nor a folder';

/** Why the file system does not let something be read, in words. */
export function unreadable({ code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'ENOTDIR') return 'is not a directory';
  if (code === 'EISDIR') return 'is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'must not be read by this user';
  return `cannot be read (${code})`;
}
