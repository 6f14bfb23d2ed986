import { randomBytes } from 'node:crypto';
import { StartFault } from '@feusa/platform/start-fault';
import { SearchUnavailable } from '../port.js';
import type { Targets } from './bulk.js';
import { INDEX, REFRESH_INTERVAL } from './documents.js';
import { typeOf, type Engine } from './engine.js';

/** The indexes behind an alias, by name, as the cluster has them at one moment. */
interface Known {
  readonly names: readonly string[];
  readonly live: string | undefined;
  readonly previous: string | undefined;
  /** The index that is being built, with the alias of those who write to it. */
  readonly building: readonly { readonly index: string; readonly alias: string }[];
}

type Action = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * `feusa` is an alias of `feusa-v1`; a new generation is `feusa-v2` and so on. The one being built has an
 * alias with a name of its own, so that nobody goes on with one that somebody else has begun anew. All
 * changes of aliases are made in one step and only if they are what they were taken for.
 */
export class AliasRepository {
  constructor(
    private readonly engine: Engine,
    readonly alias: string,
    /** An index as it is made. */
    private readonly made: { readonly settings: object; readonly mappings: object } = INDEX,
  ) {}

  async known(): Promise<Known> {
    const path = `/${this.alias}-v*/_alias`;
    const all = await this.engine.ask<Record<string, { aliases: object }>>('GET', path);
    const number = new RegExp(`^${this.alias}-v\\d+$`);
    const indexes = Object.entries(all).filter(([name]) => number.test(name));
    const pairs = indexes.flatMap(([index, { aliases }]) =>
      Object.keys(aliases).map((alias) => ({ index, alias })),
    );
    const behind = (name: string) => pairs.find(({ alias }) => alias === name)?.index;
    return {
      names: indexes.map(([name]) => name),
      live: behind(this.alias),
      previous: behind(this.previous),
      building: pairs.filter(({ alias }) => alias.startsWith(`${this.alias}-building-`)),
    };
  }

  /** Where changes go: the live index, made if there is none, and one that is being built. */
  async targets(): Promise<Targets> {
    const { live, building } = await this.known();
    if (live === undefined) await this.prepare();
    return { alias: this.alias, besides: building.map(({ alias }) => alias) };
  }

  /** Where the erased are forgotten: also in the index that is kept. */
  async everywhere(): Promise<Targets> {
    const { alias, besides } = await this.targets();
    return { alias, besides: [...besides, this.previous] };
  }

  /** @throws StartFault where the alias is gone */
  async targetOf(alias: string): Promise<Targets> {
    const { building } = await this.known();
    if (building.some((each) => each.alias === alias)) return { alias, besides: [] };
    throw new StartFault('The index that was being built is gone: somebody has begun another one.');
  }

  async prepare(): Promise<void> {
    const known = await this.known();
    if (known.live !== undefined) return;
    await this.create(known, this.alias).catch(async (fault: unknown) => {
      // Another process was faster; if not, the next try takes the next number.
      if (typeOf(fault) !== 'resource_already_exists_exception') throw fault;
      if ((await this.known()).live === undefined) throw new SearchUnavailable({ cause: fault });
    });
  }

  /** A new index that is being built; half-built ones are removed. */
  async begin(): Promise<{ index: string; alias: string }> {
    await this.prepare();
    await this.clear();
    const alias = this.buildingAlias();
    // Nobody searches in it yet.
    return { index: await this.create(await this.known(), alias, '-1'), alias };
  }

  /** The index that is kept, being built on. */
  async reopen(): Promise<{ index: string; alias: string } | undefined> {
    await this.clear();
    const { previous: index } = await this.known();
    if (index === undefined) return undefined;
    const alias = this.buildingAlias();
    await this.change([{ add: { index, alias } }]);
    return { index, alias };
  }

  async publish(index: string, building: string): Promise<void> {
    const settings = { index: { refresh_interval: REFRESH_INTERVAL } };
    await this.ask('PUT', `/${index}/_settings`, settings);
    const { live, previous } = await this.known();
    const actions: Action[] = [
      { remove: { index, alias: building, must_exist: true } },
      { add: { index, alias: this.alias } },
    ];
    if (previous === index) actions.push({ remove: { index, alias: this.previous } });
    else if (previous !== undefined) actions.push({ remove_index: { index: previous } });
    if (live !== undefined) {
      actions.push({ remove: { index: live, alias: this.alias, must_exist: true } });
      actions.push({ add: { index: live, alias: this.previous } });
    }
    await this.change(actions);
  }

  /** Nothing is being built after that. */
  async clear(): Promise<void> {
    const { names, live, previous, building } = await this.known();
    const kept = [live, previous];
    const actions = building
      .filter(({ index }) => kept.includes(index))
      .map(({ index, alias }): Action => ({ remove: { index, alias } }));
    const half = names.filter((name) => !kept.includes(name));
    actions.push(...half.map((index) => ({ remove_index: { index } })));
    if (actions.length > 0) await this.change(actions);
  }

  private get previous(): string {
    return `${this.alias}-previous`;
  }

  private buildingAlias(): string {
    return `${this.alias}-building-${randomBytes(6).toString('hex')}`;
  }

  private async create(
    { names }: Known,
    alias: string,
    refresh_interval = REFRESH_INTERVAL,
  ): Promise<string> {
    const numbers = names.map((name) => Number(name.slice(this.alias.length + 2)));
    const index = `${this.alias}-v${Math.max(0, ...numbers) + 1}`;
    const settings = { ...this.made.settings, refresh_interval };
    await this.ask('PUT', `/${index}`, { ...this.made, settings, aliases: { [alias]: {} } });
    return index;
  }

  private change(actions: readonly Action[]): Promise<unknown> {
    return this.ask('POST', '/_aliases', { actions });
  }

  private ask(method: 'PUT' | 'POST', path: string, body: object): Promise<unknown> {
    return this.engine.ask(method, path, { body, withinMs: CHANGE_MS });
  }
}

/** Changes of the cluster itself may wait for others, ms. */
const CHANGE_MS = 10_000;
