import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteSearchIndex } from '@feusa/search/port';
import type { Indexer } from './indexer.js';
import type { TestEmployees } from './test-employees.js';

/** A change shows in searches so long after it was handled, ms: the engine shows writes every second. */
const SHOWN_AFTER_MS = 6000;

/** Changes people without a pause, and looks whether each change is found and stays so. */
export class Traffic {
  readonly failures: unknown[] = [];
  readonly missing: string[] = [];
  changes = 0;
  searches = 0;
  private going = true;
  private readonly names = new Map<string, { name: string; since: number }>();
  private readonly running: Promise<unknown>;

  constructor(
    private readonly people: TestEmployees,
    private readonly indexer: Indexer,
    private readonly index: RemoteSearchIndex,
  ) {
    this.running = Promise.all([this.change(), this.look(), this.look()]);
  }

  async stop(): Promise<void> {
    this.going = false;
    await this.running;
  }

  /** The last name of everybody who was changed. */
  get known(): ReadonlyMap<string, { readonly name: string }> {
    return this.names;
  }

  private async change(): Promise<void> {
    const { ids } = this.people;
    while (this.going) {
      const id = ids[(this.changes * 7919) % ids.length]!;
      const name = `Changed${String.fromCharCode(...[...String(this.changes)].map(letter))}`;
      this.names.delete(id);
      await this.indexer.handle(await this.people.update(id, name));
      this.names.set(id, { name, since: performance.now() });
      this.changes++;
    }
  }

  private async look(): Promise<void> {
    while (this.going) {
      const known = [...this.names].filter(([, { since }]) => isShown(since));
      const [id, said] = known[Math.floor(Math.random() * known.length)] ?? [];
      const asked = said?.name ?? 'zbigniew';
      try {
        const { ids } = await this.index.search(asked);
        this.searches++;
        // Another change may have come meanwhile.
        if (id && !ids.includes(id) && this.names.get(id) === said) this.missing.push(asked);
      } catch (fault) {
        this.failures.push(fault);
      }
      await sleep(5);
    }
  }
}

const isShown = (since: number) => performance.now() - since > SHOWN_AFTER_MS;
/** Letters, as digits would be looked for in phones. */
const letter = (digit: string) => 97 + Number(digit);
