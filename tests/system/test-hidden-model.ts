import { folderTopic, type Change } from '@feusa/contracts/live';
import { accessTo, type AccessNode } from '@feusa/domain/access';
import type { Person } from './test-calls.js';

/** Which of the people may look at the past. */
export const AUDITOR = 1;

/** What somebody sees just after a position. */
export interface Seen {
  readonly position: number;
  readonly of: ReadonlyMap<Person, ReadonlySet<string | null>>;
  readonly parents: ReadonlyMap<string, string | null>;
}

/** What the pure function says, kept beside the product. */
export class Model {
  readonly nodes = new Map<string, AccessNode>();
  /** By link, the folder that it lies in. */
  readonly links = new Map<string, string>();
  readonly history: Seen[] = [];
  readonly erased = new Set<Person>();
  isEmployeeErased = false;
  readonly members = new Map<string, ReadonlySet<string>>();
  /** By group, the last change of its members, and who they were before it. */
  readonly undoable = new Map<string, { position: string; before: ReadonlySet<string> }>();

  constructor(
    private readonly people: readonly Person[],
    readonly employee: { readonly id: string; readonly name: string },
  ) {}

  reads(folder: string | null, person: Person): boolean {
    if (this.erased.has(person)) return false;
    const has = (group: string) => this.members.get(group)?.has(person.id) === true;
    const role = person === this.people[AUDITOR] ? 'auditor' : 'basic';
    const whom = { id: person.id, role, groups: { has } } as const;
    return accessTo(folder, (id) => this.nodes.get(id), whom).reads;
  }

  /** Notes who sees what, now that the log stands here. */
  note(position: number): void {
    const ids = [...this.nodes.keys()];
    const seenBy = (person: Person) =>
      new Set([null, ...ids].filter((id) => this.reads(id, person)));
    this.history.push({
      position,
      of: new Map(this.people.map((each) => [each, seenBy(each)])),
      parents: new Map([...this.nodes].map(([id, { parentId }]) => [id, parentId])),
    });
  }

  /** What lies directly in a folder for somebody. */
  shown(folder: string | null, person: Person): string[] {
    const folders = [...this.nodes]
      .filter(([id, { parentId }]) => parentId === folder && this.reads(id, person))
      .map(([id]) => id);
    const links = [...this.links].filter(([, folderId]) => folderId === folder).map(([id]) => id);
    return [...folders, ...links].sort();
  }

  /** Whether somebody may be told of it by what they saw just after it. */
  allows({ position, topic, op, id, value }: Change, person: Person): boolean {
    const then = this.history.findLast((each) => each.position <= Number(position));
    const seen = then?.of.get(person);
    if (!seen || op === 'remove') return true;
    const isSeen = (folder: string) => seen.has(folder) || !this.nodes.has(folder);
    const { folderId } = value as { folderId?: string };
    return [...seen].map(folderTopic).includes(topic) && isSeen(folderId ?? id);
  }

  /** Whether somebody may look at a folder as it was: they could read all that it lay in, and still may. */
  showedThen(id: string | null, then: Seen, person: Person): boolean {
    if (id === null) return true;
    const reads = then.of.get(person)?.has(id) === true && this.reads(id, person);
    return reads && this.showedThen(then.parents.get(id) ?? null, then, person);
  }

  isInside(id: string | null, ancestor: string): boolean {
    if (id === null) return false;
    return id === ancestor || this.isInside(this.nodes.get(id)?.parentId ?? null, ancestor);
  }
}
