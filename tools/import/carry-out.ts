import { Additions } from './additions.js';
import { Refused, SourceFault, type Connection } from './connection.js';
import { fileSource } from './file-source.js';
import { levelsOf, type FileStep, type FolderStep, type PersonStep, type Plan } from './plan.js';
import { eachOf } from './pool.js';
import { Interrupted } from './retry.js';
import type { Session } from './session.js';
import { whyInterrupted, whyStopped } from './why-refused.js';

const UPLOADS = 8;
/** Commands that arrive together share one write to the disk. */
const COMMANDS = 16;
/** What makes going on pointless: signed out, no longer an administrator, no room. */
const FINAL = new Set([401, 403, 507]);

/** Keys come from what is added, and another body came under this one. */
const ADDED_TWICE = 'Another import adds this at the same time; give the same command again';

export interface Failure {
  /** The path of a folder or file, or the line of a person. */
  readonly where: string;
  readonly reason: string;
}

export interface Outcome {
  readonly folders: number;
  readonly files: number;
  readonly bytes: number;
  readonly people: number;
  /** What turned out to be there. */
  readonly found: number;
  readonly failures: readonly Failure[];
  readonly failedPeople: readonly (PersonStep & { readonly reason: string })[];
  /** Why it ended before everything was tried, and what to do, in whole sentences. */
  readonly stopped?: string;
}

interface Options {
  readonly signal: AbortSignal;
  /** Called after each item. */
  step(): void;
}

/** Carries a plan out: folders from the top down, then files, then people. Never throws for one item. */
export async function carryOut(plan: Plan, session: Session, options: Options): Promise<Outcome> {
  const run = new Run(plan, session, options);
  try {
    await run.all();
    return run.outcome;
  } catch (fault) {
    if (fault instanceof Stop) return { ...run.outcome, stopped: fault.message };
    throw fault;
  }
}

class Stop extends Error {}

class Run {
  readonly outcome = {
    folders: 0,
    files: 0,
    bytes: 0,
    people: 0,
    found: 0,
    failures: [] as Failure[],
    failedPeople: [] as (PersonStep & { reason: string })[],
  };
  private readonly ids: Map<string, string | null>;
  private readonly additions: Additions;
  private readonly connection: Connection;

  constructor(
    private readonly plan: Plan,
    session: Session,
    private readonly options: Options,
  ) {
    this.ids = new Map(plan.files?.known);
    const positions = {
      tree: plan.files?.position ?? '0',
      people: plan.people?.position ?? '0',
    };
    this.additions = new Additions(session, positions);
    this.connection = session.connection;
  }

  async all(): Promise<void> {
    const { files, people } = this.plan;
    for (const level of levelsOf(files?.folders ?? [])) {
      await eachOf(level, COMMANDS, (folder) => this.folder(folder));
    }
    await eachOf(files?.files ?? [], UPLOADS, (file) => this.file(file));
    await eachOf(people?.people ?? [], COMMANDS, (person) => this.person(person));
  }

  private folder({ path, name, parent }: FolderStep): Promise<void> {
    return this.one(`${path}/`, async () => {
      const { id, isNew } = await this.additions.folder(this.idOf(parent), name);
      this.ids.set(path, id);
      if (isNew) this.outcome.folders++;
      else this.outcome.found++;
    });
  }

  private file(file: FileStep): Promise<void> {
    return this.one(file.path, async () => {
      const folder = this.idOf(file.folder);
      if (folder === null) throw new SourceFault('files cannot be in the root');
      const source = fileSource(file.name, file.source, file.size);
      if (!(await this.additions.file(folder, file, source))) {
        this.outcome.found++;
        return;
      }
      this.outcome.files++;
      this.outcome.bytes += file.size;
    });
  }

  private person(person: PersonStep): Promise<void> {
    return this.one(
      `line ${person.line}`,
      async () => {
        if (await this.additions.person(person)) this.outcome.people++;
        else this.outcome.found++;
      },
      (reason) => void this.outcome.failedPeople.push({ ...person, reason }),
    );
  }

  private idOf(path: string): string | null {
    const id = this.ids.get(path);
    if (id === undefined) throw new SourceFault('its folder could not be added');
    return id;
  }

  private async one(
    where: string,
    add: () => Promise<void>,
    onFailure?: (reason: string) => void,
  ): Promise<void> {
    if (this.options.signal.aborted) throw new Stop(whyInterrupted('It was stopped'));
    try {
      await add();
    } catch (fault) {
      const reason = reasonOf(fault, this.connection);
      this.outcome.failures.push({ where, reason });
      onFailure?.(reason);
    }
    this.options.step();
  }
}

/** @throws Stop where the other items would fare no better; faults of the program as they are */
function reasonOf(fault: unknown, connection: Connection): string {
  if (fault instanceof Interrupted) throw new Stop(whyInterrupted(fault.message));
  if (fault instanceof SourceFault) return fault.message;
  if (!(fault instanceof Refused)) throw fault;
  if (FINAL.has(fault.status)) throw new Stop(whyStopped(fault, connection));
  return fault.code === 'request/key-reused' ? ADDED_TWICE : fault.message;
}
