import type { EmployeeView } from '@feusa/contracts/employees';
import { normalEmail } from '@feusa/contracts/text';
import type { EmployeeList, TreeFolder } from '@feusa/contracts/views';
import { read } from './commands.js';
import type { Connection } from './connection.js';

/** A folder that is there, with what matters for telling whether something is in it already. */
export interface PresentFolder {
  readonly id: string | null;
  /** Level of nesting; 0 is the root. */
  readonly depth: number;
  readonly folders: ReadonlyMap<string, TreeFolder>;
  /** Sizes in bytes by name. */
  readonly files: ReadonlyMap<string, readonly number[]>;
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

interface Tree {
  readonly folders: readonly TreeFolder[];
  readonly position: string;
}

/** What the installation holds now; people are asked for only where they matter. */
export async function readPresent(connection: Connection, withPeople: boolean): Promise<Present> {
  const nobody: EmployeeList = { employees: [], position: '0' };
  const [tree, list] = await Promise.all([
    read<Tree>(connection, '/api/tree'),
    withPeople ? read<EmployeeList>(connection, '/api/employees') : nobody,
  ]);
  return {
    root: { id: null, depth: 0, folders: byName(tree.folders), files: new Map() },
    find: (id) => find(tree.folders, id.toLowerCase(), []),
    people: new Map(list.employees.map((person) => [normalEmail(person.email), person])),
    treePosition: tree.position,
    peoplePosition: list.position,
  };
}

export function presentFolder(folder: TreeFolder, depth: number): PresentFolder {
  const files = new Map<string, number[]>();
  for (const doc of folder.docs) {
    if (doc.type !== 'doc') continue;
    const sizes = files.get(doc.name);
    if (sizes) sizes.push(doc.size);
    else files.set(doc.name, [doc.size]);
  }
  return { id: folder.id, depth, folders: byName(folder.folders), files };
}

/** Of several folders with one name the oldest counts, so that every run finds the same one. */
function byName(folders: readonly TreeFolder[]): Map<string, TreeFolder> {
  const oldestLast = [...folders].sort(
    (a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1),
  );
  return new Map(oldestLast.map((folder) => [folder.name, folder]));
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
