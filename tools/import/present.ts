import type { EmployeeView } from '@feusa/contracts/employees';
import { normalEmail } from '@feusa/contracts/text';
import type { EmployeeList, TreeFolder } from '@feusa/contracts/views';
import { clientOf } from '../client/client.js';
import type { Connection } from './connection.js';
import { nameKey } from './names.js';

/** A folder that is there, with what matters for telling whether something is in it already; names as keys. */
export interface PresentFolder {
  readonly id: string | null;
  /** Level of nesting; 0 is the root. */
  readonly depth: number;
  readonly folders: ReadonlyMap<string, TreeFolder>;
  /** Sizes in bytes by name. */
  readonly files: ReadonlyMap<string, readonly number[]>;
  /** Names. */
  readonly links: ReadonlySet<string>;
}

export interface Present {
  readonly root: PresentFolder;
  find(id: string): { readonly folder: PresentFolder; readonly path: string } | undefined;
  /** People by e-mail address in its normal form. */
  readonly people: ReadonlyMap<string, EmployeeView>;
  /** Everything up to these positions is in here. */
  readonly treePosition: string;
  readonly peoplePosition: string;
}

/** What the installation holds now; people are asked for only where they matter. */
export async function readPresent(connection: Connection, withPeople: boolean): Promise<Present> {
  const nobody: EmployeeList = { employees: [], position: '0' };
  const client = clientOf(connection);
  const [tree, list] = await Promise.all([
    client.GET('/api/tree').then(({ data }) => data!),
    withPeople ? client.GET('/api/employees').then(({ data }) => data!) : nobody,
  ]);
  return {
    root: { ...NOTHING, folders: byName(tree.folders) },
    find: (id) => find(tree.folders, id.toLowerCase(), []),
    people: new Map(list.employees.map((person) => [normalEmail(person.email), person])),
    treePosition: tree.position,
    peoplePosition: list.position,
  };
}

const NOTHING: PresentFolder = {
  ...{ id: null, depth: 0 },
  ...{ folders: new Map(), files: new Map(), links: new Set() },
};

export function presentFolder(folder: TreeFolder, depth: number): PresentFolder {
  const files = new Map<string, number[]>();
  const links = new Set<string>();
  for (const doc of folder.docs) {
    const name = nameKey(doc.name);
    if (doc.type === 'link') links.add(name);
    else files.set(name, [...(files.get(name) ?? []), doc.size]);
  }
  return { id: folder.id, depth, folders: byName(folder.folders), files, links };
}

/** Of several folders with one name the oldest counts, so that every run finds the same one. */
function byName(folders: readonly TreeFolder[]): Map<string, TreeFolder> {
  const oldestLast = [...folders].sort(
    (a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1),
  );
  return new Map(oldestLast.map((folder) => [nameKey(folder.name), folder]));
}

function find(
  folders: readonly TreeFolder[],
  id: string,
  above: readonly string[],
): ReturnType<Present['find']> {
  for (const folder of folders) {
    const path = [...above, folder.name];
    if (folder.id === id) {
      return { folder: presentFolder(folder, path.length), path: path.join('/') };
    }
    const below = find(folder.folders, id, path);
    if (below) return below;
  }
  return undefined;
}
