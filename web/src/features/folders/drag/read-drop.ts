import type { Incoming } from '../../../shared/upload-requests.js';

interface Dropped {
  readonly incoming: readonly Incoming[];
  readonly emptyFolders: readonly (readonly string[])[];
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader hands out at most 100 entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isSystemFile = (name: string) => /^(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

async function walk(
  entry: FileSystemEntry,
  path: readonly string[],
  found: { incoming: Incoming[]; emptyFolders: (readonly string[])[] },
): Promise<void> {
  if (isFile(entry)) {
    if (!isSystemFile(entry.name)) found.incoming.push({ file: await fileOf(entry), path });
    return;
  }
  const inner = [...path, entry.name];
  const entries = await entriesOf(entry as FileSystemDirectoryEntry);
  if (entries.length === 0) found.emptyFolders.push(inner);
  for (const child of entries) await walk(child, inner, found);
}

/** Everything that was dropped, whole folders with all that is in them. Call it in the drop event. */
export async function readDrop(transfer: DataTransfer): Promise<Dropped> {
  const items = [...transfer.items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found = { incoming: [] as Incoming[], emptyFolders: [] as (readonly string[])[] };
  for (const item of items) {
    // What comes from another page, not from a disk, is a file without an entry.
    if (item instanceof File) found.incoming.push({ file: item, path: [] });
    else if (item) await walk(item, [], found);
  }
  return found;
}

/** Files of a file input; a chosen folder comes with relative paths. */
export function readFiles(files: Iterable<File>): Incoming[] {
  return [...files]
    .filter(({ name }) => !isSystemFile(name))
    .map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }));
}
