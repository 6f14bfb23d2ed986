import { idOf, nounOf } from '@feusa/contracts/events';
import { keyOfName, type Named } from '@feusa/domain/naming';
import type { NamedIn } from '@feusa/event-log/store/port';

/** Where folders, files and links are, by their state. */
export interface NamedEntry {
  readonly folder: string | null;
  readonly name: string;
  readonly removed: boolean;
}

type NameInFolder = Omit<NamedEntry, 'removed'>;

/** A name was asked for that nobody has looked for: all those of its folder are to be. */
export class NameNotKnown extends Error {
  constructor(readonly folder: string | null) {
    super('nobody has looked whether this name is taken');
  }
}

/** By the key of a name: by stream, what has it. */
type Names = Map<string, Map<string, Named>>;

/** What has which name in which folder, as far as somebody has looked. */
export class KnownNames {
  private readonly folders = new Map<string | null, Names>();
  /** Folders of which all names are known. */
  private readonly whole = new Set<string | null>();
  /** How many names are known. */
  size = 0;

  clear(): void {
    this.folders.clear();
    this.whole.clear();
    this.size = 0;
  }

  isWhole(folder: string | null): boolean {
    return this.whole.has(folder);
  }

  /** All names of these folders are those that have been found. */
  takeWhole(folders: readonly (string | null)[], found: readonly NamedIn[]): void {
    for (const folder of folders) {
      this.folders.set(folder, new Map());
      this.whole.add(folder);
    }
    for (const { folder, stream, name } of found) this.put({ folder, name }, stream);
  }

  /** Those of these names that nobody has looked for. */
  missing(places: readonly NameInFolder[]): NameInFolder[] {
    const wanted = new Map(
      places.map((place) => [JSON.stringify([place.folder, place.name]), place]),
    );
    return [...wanted.values()].filter((place) => !this.namesOf(place));
  }

  /** Of these names, nothing but what has been found has one. */
  take(places: readonly NameInFolder[], found: readonly NamedIn[]): void {
    for (const { folder, name } of places) {
      const names = this.folders.get(folder) ?? new Map<string, Map<string, Named>>();
      this.folders.set(folder, names.set(keyOfName(name), new Map()));
      this.size++;
    }
    for (const { folder, stream, name } of found) this.put({ folder, name }, stream);
  }

  /** @throws NameNotKnown */
  named(key: string, folder: string | null): readonly Named[] {
    const same = this.folders.get(folder)?.get(key);
    if (!same && !this.whole.has(folder)) throw new NameNotKnown(folder);
    return [...(same?.values() ?? [])];
  }

  /** Everything that is known to have a name there. */
  in(folder: string | null): Named[] {
    const names = this.folders.get(folder) ?? new Map<string, Map<string, Named>>();
    return [...names.values()].flatMap((same) => [...same.values()]);
  }

  rename(stream: string, before: NamedEntry | undefined, after: NamedEntry | undefined): void {
    if (before) this.namesOf(before)?.delete(stream);
    if (after && !after.removed) this.put(after, stream);
  }

  private put(place: NameInFolder, stream: string): void {
    const kind = nounOf(stream) as Named['kind'];
    const { name } = place;
    this.namesOf(place)?.set(stream, { id: idOf(stream), kind, name });
  }

  /** What has a name, where that is known; of a folder that is known whole it always is. */
  private namesOf({ folder, name }: NameInFolder): Map<string, Named> | undefined {
    const names = this.folders.get(folder);
    const key = keyOfName(name);
    if (!names || names.has(key) || !this.whole.has(folder)) return names?.get(key);
    const same = new Map<string, Named>();
    names.set(key, same);
    this.size++;
    return same;
  }
}
