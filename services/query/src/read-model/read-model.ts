import type { EventStore } from '@feusa/event-log/store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { mayAccess } from '@feusa/http/access';
import { AccessModel } from '../access/access-model.js';
import { rolesAt } from '../access/roles-at.js';
import { visiblePast, visibleSource } from '../access/visible-source.js';
import { ASKING, ProfileRequests } from '../employees/profile-requests.js';
import { PresentDirectory } from '../employees/present-directory.js';
import { PageCache } from '../folders/cache.js';
import { TreeCache } from '../folders/tree.js';
import { HistoryDatabase } from '../as-of/database.js';
import { HistoryProjection } from '../as-of/history-projection.js';
import { asOfSource, type AsOfSource } from '../as-of/source.js';
import { OneAnswer } from '../one-answer.js';
import { Actors } from './actors.js';
import type { ReadDatabase } from './database.js';
import { facesIn } from './faces.js';
import { KnownRows, storedRows } from './known-rows.js';
import { pagesOf, presentSource } from './present.js';
import { Progress } from '@feusa/event-log/subscription/progress';
import { Projector, type Projected } from './projector.js';
import type { EmployeeRow } from './rows.js';
import type { FaultOf } from './views.js';
import type { ContentSource } from './source.js';

export interface AsOf {
  readonly after?: number | undefined;
  readonly at?: number | string | undefined;
}

/** Where an answer comes from, and the position that it is good for; `past` is set where that was asked for. */
export interface Source {
  readonly source: ContentSource;
  readonly position: number;
  readonly past: AsOfSource | undefined;
}

/** Who passes on what is projected. */
export interface Listener {
  /**
   * Makes ready what pushing would have to wait for; undefined where there is nothing left of it. It is asked
   * again until then, as others go on meanwhile.
   */
  prepare(changes: readonly Projected[]): Promise<void> | undefined;
  /** To `apply` each: until then people see what they saw before it. Called in the turn in which the new position shows: nobody sees the one without the other. */
  push(changes: readonly Projected[], apply: (change: Projected) => void): void;
  /** What somebody keeps beside the log has changed. */
  personal?(userId: string, what: PersonalChange): void;
}

/** Only what was opened last, or what is starred or followed. */
export type PersonalChange = 'opened' | 'marks' | 'waiting';

/** The read side's memory: what is projected, how far, and what is rendered from it. */
export class ReadModel {
  readonly progress = new Progress();
  readonly pages = new PageCache();
  readonly tree = new TreeCache();
  /** What all accounts are called. */
  readonly accounts = new OneAnswer(memoryBounds.accountList.value);
  readonly rows: KnownRows;
  readonly directory: PresentDirectory;
  readonly requests = new ProfileRequests();
  readonly access = new AccessModel();
  readonly actors: Actors;
  readonly projector: Projector;
  readonly historyProjection: HistoryProjection;
  /** Why files can't be searched, once somebody knows. */
  faultOf: FaultOf = () => undefined;
  private readonly past: HistoryDatabase;
  /** Everything, whoever asks. */
  readonly present: ContentSource;
  /** The same for whom something is hidden, who must not learn from the time it takes that it is there. */
  private readonly stored: ContentSource;
  private listener: Listener | undefined;
  private generation = '';
  private met: Promise<void> | undefined;

  constructor(
    readonly database: ReadDatabase,
    readonly store: EventStore,
  ) {
    this.rows = new KnownRows(database);
    this.present = presentSource(database, this.rows);
    this.stored = presentSource(database, storedRows(database));
    this.directory = new PresentDirectory(database);
    this.past = new HistoryDatabase(database);
    this.historyProjection = new HistoryProjection(this.past);
    this.actors = new Actors(store, facesIn(database));
    this.projector = new Projector(database, store, (...projected) => this.take(...projected));
    this.projector.onEvents = (events) => this.look(events);
  }

  /** Makes the tables where needed and fills the memory from them, but for the people. */
  async open(): Promise<void> {
    await this.database.prepare();
    await this.past.prepare();
    // Asked first: rows that are newer than that are told again, which does no harm.
    const position = await this.projector.checkpoint();
    await this.access.load(this.database);
    this.progress.moveTo(position);
  }

  /**
   * Has all people in memory from then on. A start need not wait for it: until then a page of them, or one, comes from
   * the tables. Whoever needs more waits, and so does what changes meanwhile.
   */
  meetPeople(): Promise<void> {
    return (this.met ??= this.reloadPeople(this.progress.position).catch((fault: unknown) => {
      this.met = undefined;
      throw fault;
    }));
  }

  /** Tells one listener of each projected batch, in position order. */
  subscribe(listener: Listener): void {
    this.listener = listener;
  }

  personalChanged(userId: string, what: PersonalChange): void {
    this.listener?.personal?.(userId, what);
  }

  /**
   * Where an answer comes from: the present once `after` is in it, or the state just after `at`, which only
   * auditors and administrators may ask for.
   */
  async sourceFor({ after, at }: AsOf, by: SessionUser): Promise<Source> {
    await this.progress.reached(after);
    if (at === undefined) {
      const { isWhole, reads } = this.access.sightOf(by);
      const source = isWhole ? this.present : visibleSource(this.stored, reads);
      return { source, position: this.progress.position, past: undefined };
    }
    if (!mayAccess('auditor', by.role)) refuse('not-allowed');
    const asked = typeof at === 'number' ? at : await this.store.positionAt(at);
    const { position: head } = await this.store.head();
    const position = Math.min(asked, head);
    await this.historyProjection.progress.reached(position);
    const whole = asOfSource(this.past, this.store, position);
    const past = await this.visible(whole, by, position);
    return { source: past, position, past };
  }

  /** By the access of that moment and of now, both. */
  private async visible(
    past: AsOfSource,
    { id, role }: SessionUser,
    position: number,
  ): Promise<AsOfSource> {
    const roleThen = (await rolesAt(this.store, [id], position)).get(id) ?? 'basic';
    if (role === 'admin' && roleThen === 'admin') return past;
    const { isWhole, reads } = this.access.sightOf({ id, role });
    return visiblePast(past, {
      now: reads,
      docsNow: isWhole ? undefined : (ids) => this.database.find('docs', ids),
      async personOf(then) {
        const groups = new AccessModel();
        for (const row of await then.allGroups()) groups.take('group-', row);
        return groups.person(id, roleThen);
      },
    });
  }

  /** Accounts have no rows, but other rows name them. */
  private look(events: readonly StoredEvent[]): void {
    if (!events.some(({ stream }) => stream.startsWith('user-'))) return;
    this.actors.accountsChanged();
    this.forgetContent();
    this.forgetAccounts();
  }

  private forgetContent(): void {
    this.pages.clear();
    this.tree.clear();
    this.actors.forgotten('content');
  }

  private forgetAccounts(): void {
    this.accounts.clear();
    this.actors.forgotten('list');
  }

  private async take(
    changes: readonly Projected[],
    position: number,
    generation: string,
  ): Promise<void> {
    await this.meetPeople();
    // Another generation means that a rebuild has swapped the tables below.
    if (this.generation !== '' && generation !== this.generation) await this.reload(position);
    this.generation = generation;
    if (changes.some(({ row }) => 'access' in row && row.access !== null))
      await this.access.whole(this.database);
    this.rows.changed(changes, generation);
    for (let waiting; (waiting = this.listener?.prepare(changes));) await waiting;
    // From here on nothing waits: whoever resumes has all of the batch behind or all of it before them.
    this.pages.changed(changes);
    this.tree.changed(changes);
    for (const { event, row } of changes)
      if (event.stream.startsWith('employee-'))
        this.takeEmployee(row as EmployeeRow, event.position);
    this.progress.moveTo(position);
    const apply = ({ event, row }: Projected) => this.access.take(event.stream, row);
    if (this.listener) this.listener.push(changes, apply);
    else changes.forEach(apply);
  }

  private takeEmployee(row: EmployeeRow, position: number): void {
    this.directory.take(row, position);
    this.requests.put(row);
    const { content, list } = this.actors.put(row);
    if (content) this.forgetContent();
    if (list) this.forgetAccounts();
  }

  private async reload(position: number): Promise<void> {
    this.forgetAll();
    await Promise.all([this.access.load(this.database), this.reloadPeople(position)]);
    this.forgetAll();
  }

  private forgetAll(): void {
    this.actors.clear();
    this.forgetContent();
    this.forgetAccounts();
  }

  private async reloadPeople(position: number): Promise<void> {
    const directory = this.directory.begin(position);
    this.requests.clear();
    for await (const rows of pagesOf(this.database, 'employees')) if (!directory.add(rows)) break;
    for (const row of await this.database.where('employees', ASKING)) this.requests.put(row);
    directory.end();
  }
}
