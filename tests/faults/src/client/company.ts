import type { CommandAnswer } from '@feusa/contracts/commands';
import type { Random } from '../random.js';
import type { ClientCommand } from './client-log.js';

interface Thing {
  readonly id: string;
  readonly kind: 'folder' | 'link' | 'employee';
  version: number;
  removed: boolean;
}

const FIRST_NAMES = ['Ann', 'Bruno', 'Chloé', 'Dmitri', 'Emeka', 'Fatima', 'Gustav', 'Hana'];
const LAST_NAMES = ['Miller', 'Kamiński', 'Ortega', 'Okafor', 'Lindqvist', 'Tanaka'];

/** From then on nothing is added, so that a screen takes no longer the longer a run is. */
const MOST_THINGS = 600;

/** What a workload knows of the company, and what it does next. All folders lie in one of its own. */
export class Company {
  private readonly things: Thing[] = [];
  private count = 0;

  constructor(readonly stage: string) {}

  /** From now on it does not grow. */
  get isFull(): boolean {
    return this.things.length >= MOST_THINGS;
  }

  next(random: Random): ClientCommand {
    const dice = this.isFull ? 100 : random.below(100);
    if (dice < 22) return this.addFolder(random);
    if (dice < 34) return this.addLink(random);
    if (dice < 48) return this.addEmployee(random);
    const thing = random.pick(this.things);
    if (!thing) return this.addFolder(random);
    if (thing.removed) return restore(thing);
    if (random.next() < 0.3) return remove(thing);
    return this.change(thing, random);
  }

  /** A word that finds somebody. */
  searched(random: Random): string {
    return random.pick(random.next() < 0.5 ? FIRST_NAMES : LAST_NAMES)!;
  }

  /** Takes note of what was done. */
  learn({ name }: ClientCommand, { id, version }: CommandAnswer): void {
    const known = this.things.find((thing) => thing.id === id);
    const removed = name.startsWith('remove-');
    if (known) Object.assign(known, { version: Math.max(known.version, version), removed });
    else if (name.startsWith('add-') && id !== this.stage) {
      const kind = name.slice(4) as Thing['kind'];
      this.things.push({ id, kind, version, removed: false });
    }
  }

  person(random: Random) {
    const firstName = random.pick(FIRST_NAMES)!;
    const lastName = `${random.pick(LAST_NAMES)!}-${++this.count}`;
    return {
      firstName,
      lastName,
      phoneNumber: `+48 600 ${100 + random.below(900)} ${100 + random.below(900)}`,
      email: `${this.stage.slice(0, 8)}.${this.count}@feusa.example`,
      role: 'Mechanic',
      location: 'Poznań',
      department: 'Workshop',
      manager: 'Ann Miller',
    };
  }

  private addFolder(random: Random): ClientCommand {
    return {
      name: 'add-folder',
      body: { name: `Folder ${++this.count}`, parentId: this.folder(random) },
    };
  }

  private addLink(random: Random): ClientCommand {
    const link = `https://feusa.example/${++this.count}`;
    return {
      name: 'add-link',
      body: { folderId: this.folder(random), name: `Link ${this.count}`, link },
    };
  }

  private addEmployee(random: Random): ClientCommand {
    return { name: 'add-employee', body: this.person(random) };
  }

  private change({ id, kind, version }: Thing, random: Random): ClientCommand {
    if (kind === 'link') return { name: 'remove-link', body: { id } };
    if (kind === 'employee') {
      return { name: 'update-employee', body: { id, version, ...this.person(random) } };
    }
    if (random.next() < 0.6) {
      return { name: 'rename-folder', body: { id, name: `Renamed ${++this.count}` } };
    }
    return { name: 'move-folder', body: { id, parentId: this.folder(random) } };
  }

  /** Mostly the one that screens show. */
  private folder(random: Random): string {
    if (random.next() < 0.6) return this.stage;
    const folders = this.things.filter(({ kind, removed }) => kind === 'folder' && !removed);
    return random.pick(folders)?.id ?? this.stage;
  }
}

const remove = ({ id, kind }: Thing): ClientCommand => ({ name: `remove-${kind}`, body: { id } });
const restore = ({ id, kind }: Thing): ClientCommand => ({ name: `restore-${kind}`, body: { id } });
