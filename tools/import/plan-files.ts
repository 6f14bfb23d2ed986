import { MAX_FOLDER_DEPTH } from '@feusa/contracts/folders';
import { Name } from '@feusa/contracts/text';
import { allFiles, checkFiles, type FileCheck } from './file-check.js';
import { firstly, nameAfter, nameFault, nameKey } from './names.js';
import { counted } from './plan-text.js';
import type { FileStep, FilesPlan, FolderStep } from './plan.js';
import { presentFolder, type Present, type PresentFolder } from './present.js';
import type { Scan, ScannedFile, ScannedFolder, Unusable } from './scan.js';

interface Target {
  readonly present: Present;
  readonly folder: PresentFolder;
  /** Of one file. */
  readonly maxBytes: number;
}

/**
 * Compares a directory with what is there. Its folders go into the target; the root of the tree holds
 * folders only, so loose files of the directory go into a folder of its name there.
 */
export async function planFiles(
  scan: Scan,
  { present, folder, maxBytes }: Target,
): Promise<FilesPlan> {
  const planning = new Planning(await checkFiles(scan.root, maxBytes), folder.id);
  planning.refused.push(...scan.unusable);
  if (folder.id !== null) planning.contents(scan.root, { at: '', shown: '', present: folder });
  else planning.top(scan.root, folder);
  return {
    folders: planning.folders,
    files: planning.files,
    known: [...planning.known],
    present: planning.present,
    refused: planning.refused.sort((a, b) => (a.path < b.path ? -1 : 1)),
    hidden: scan.hidden,
    renamed: planning.renamed,
    position: present.treePosition,
  };
}

/** A folder of the plan: `at` is its path in the target, `shown` its path on the disk. */
interface PlannedFolder {
  readonly at: string;
  readonly shown: string;
  /** Undefined where it is still to be added. */
  readonly present: PresentFolder | undefined;
  readonly depth?: number;
}

const join = (folder: string, name: string) => (folder ? `${folder}/${name}` : name);

class Planning {
  readonly folders: FolderStep[] = [];
  readonly files: FileStep[] = [];
  readonly known: Map<string, string | null>;
  readonly present = { folders: 0, files: 0 };
  readonly refused: Unusable[] = [];
  readonly renamed: string[] = [];
  private readonly taken = new Set<string>();
  private readonly entered = new Set<string>();

  constructor(
    private readonly checks: ReadonlyMap<ScannedFile, FileCheck>,
    target: string | null,
  ) {
    this.known = new Map([['', target]]);
  }

  /** At the root of the tree. */
  top(root: ScannedFolder, present: PresentFolder): void {
    const place = { at: '', shown: '', present };
    if (root.files.length > 0) {
      const name = Name.safeParse(root.name).data ?? 'Imported files';
      const own = root.folders.find((folder) => folder.name.trim() === name);
      if (!own) this.folder({ ...root, name, folders: [] }, place, '');
      else this.loose(root.files, this.enter(name, place, ''));
    }
    this.all(root.folders, place);
  }

  contents(folder: ScannedFolder, place: PlannedFolder): void {
    this.loose(folder.files, place);
    this.all(folder.folders, place);
  }

  private all(folders: readonly ScannedFolder[], parent: PlannedFolder): void {
    const keepsName = ({ name }: ScannedFolder) => name.trim() === name;
    for (const folder of firstly(folders, keepsName)) this.folder(folder, parent);
  }

  private folder(
    folder: ScannedFolder,
    parent: PlannedFolder,
    shown = join(parent.shown, folder.name),
  ) {
    const name = Name.safeParse(folder.name);
    const depth = depthOf(parent) + 1;
    const inside = allFiles(folder).length;
    const refuse = (reason: string) =>
      this.refused.push({
        path: `${shown}/`,
        reason: inside > 0 ? `${reason} (with ${counted(inside, 'file')} in it)` : reason,
      });
    if (!name.success) return refuse(nameFault(folder.name, name.error.issues[0]?.message));
    if (depth > MAX_FOLDER_DEPTH) return refuse(`Folders can be nested ${MAX_FOLDER_DEPTH} deep`);
    if (!this.claim(`${join(parent.at, name.data)}/`)) {
      return refuse(`another folder here is named ${name.data} too`);
    }
    const other = otherOf(name.data, parent.present, 'folder');
    if (other) return refuse(`a ${other} of this name is there already`);
    return this.contents(folder, this.enter(name.data, parent, shown));
  }

  /** The folder of this name in `parent`: the one that is there, or one to add. */
  private enter(name: string, parent: PlannedFolder, shown: string): PlannedFolder {
    const at = join(parent.at, name);
    const depth = depthOf(parent) + 1;
    const there = parent.present?.folders.get(nameKey(name));
    const place = { at, shown, present: there && presentFolder(there, depth), depth };
    if (this.entered.has(at)) return place;
    this.entered.add(at);
    if (there) {
      this.known.set(at, there.id);
      this.present.folders++;
    } else this.folders.push({ path: at, name, parent: parent.at });
    return place;
  }

  private loose(files: readonly ScannedFile[], place: PlannedFolder): void {
    const keepsName = (file: ScannedFile) => nameAfter(this.checks.get(file)) === file.name;
    for (const file of firstly(files, keepsName)) this.file(file, place);
  }

  private file(file: ScannedFile, { at, shown, present }: PlannedFolder): void {
    const from = join(shown, file.name);
    const check = this.checks.get(file) ?? { reason: 'cannot be read' };
    const refuse = (reason: string) => void this.refused.push({ path: from, reason });
    if ('reason' in check) return refuse(check.reason);
    const { name, size } = check;
    const path = join(at, name);
    const sizes = present?.files.get(nameKey(name));
    if (!this.claim(path)) return refuse(`another file here is named ${name} too`);
    if (sizes?.includes(size)) return void this.present.files++;
    if (sizes) return refuse('a file of this name and another size is there already');
    const other = otherOf(name, present, 'file');
    if (other) return refuse(`a ${other} of this name is there already`);
    if (name !== file.name) this.renamed.push(`${from} -> ${name}`);
    this.files.push({ path, source: file.source, name, size, folder: at });
  }

  /** False where something of this name was planned before. */
  private claim(path: string): boolean {
    const key = nameKey(path);
    if (this.taken.has(key)) return false;
    this.taken.add(key);
    return true;
  }
}

/** What of another kind has the name in a folder. */
function otherOf(name: string, folder: PresentFolder | undefined, kind: 'folder' | 'file') {
  if (!folder) return undefined;
  const kinds = [
    ['folder', folder.folders],
    ['file', folder.files],
    ['link', folder.links],
  ] as const;
  return kinds.find(([other, names]) => other !== kind && names.has(nameKey(name)))?.[0];
}

const depthOf = ({ present, depth }: PlannedFolder): number => depth ?? present?.depth ?? 0;
