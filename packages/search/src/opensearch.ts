import type { Logger } from 'pino';
import { write, type Operation, type Way } from './opensearch/bulk.js';
import { IndexContent } from './opensearch/content.js';
import { holdingOf, removalOf, sourceOf } from './opensearch/documents.js';
import { Engine, type OpenSearchConnection } from './opensearch/engine.js';
import { Finder } from './opensearch/finder.js';
import { AliasRepository } from './opensearch/generations.js';
import type {
  Generation,
  Generations,
  Page,
  PersonDocument,
  Removal,
  RemoteSearchIndex,
} from './port.js';

export interface OpenSearchOptions extends OpenSearchConnection {
  /** What searches and changes are sent to; the indexes behind it are `ALIAS-v1` and so on. */
  readonly alias?: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Opens the index in OpenSearch 3; it is asked for the first time when it is used. */
export function openOpenSearch({
  log,
  alias = 'feusa',
  ...connection
}: OpenSearchOptions): RemoteSearchIndex {
  const engine = new Engine(connection);
  const aliases = new AliasRepository(engine, alias);
  const way: Way = { engine, log, targetsNow: () => aliases.targets() };
  return Object.assign(
    new Documents(alias, way, { ...way, targetsNow: () => aliases.everywhere() }),
    {
      prepare: () => aliases.prepare(),
      state: () => engine.pulse.state(),
      generations: generationsOf(engine, log, aliases),
    },
  );
}

class Documents implements Omit<RemoteSearchIndex, 'generations' | 'prepare' | 'state'> {
  private readonly finder: Finder;
  private readonly comparison: IndexContent;

  constructor(
    name: string,
    private readonly way: Way,
    private readonly everywhere: Way = way,
  ) {
    this.finder = new Finder(way.engine, name);
    this.comparison = new IndexContent(way.engine, name);
  }

  put(person: PersonDocument) {
    return this.putAll([person]);
  }

  putAll(people: readonly PersonDocument[]) {
    return this.write(people.map((person) => ({ source: sourceOf(person) })));
  }

  remove(id: string, version: number) {
    return this.removeAll([{ id, version }]);
  }

  async removeAll(removals: readonly Removal[]) {
    const erased = removals.filter((removal) => removal.erased);
    const sourcesOf = (some: readonly Removal[]) =>
      some.map((each) => ({ source: removalOf(each) }));
    await this.write(sourcesOf(removals.filter((removal) => !removal.erased)));
    await write(this.everywhere, sourcesOf(erased));
  }

  search(text: string, page: Page = {}) {
    return this.finder.search(text, page);
  }

  refresh() {
    return this.comparison.refresh();
  }

  tally(since: string, without: readonly string[]) {
    return this.comparison.tally(since, without);
  }

  holdings() {
    return this.comparison.holdings();
  }

  expected(people: readonly PersonDocument[], removals: readonly Removal[]) {
    return [...people.map(sourceOf), ...removals.map(removalOf)].map(holdingOf);
  }

  erase(ids: readonly string[]) {
    return this.write(ids.map((id) => ({ id, version: undefined })));
  }

  async purge(before: string) {
    for (let purged = 0; ;) {
      const some = await this.comparison.expired(before);
      if (some.length === 0) return purged;
      await this.write(some);
      await this.refresh();
      purged += some.length;
    }
  }

  close() {
    return this.way.engine.close();
  }

  private write(operations: readonly Operation[]) {
    return write(this.way, operations);
  }
}

function generationsOf(engine: Engine, log: Way['log'], aliases: AliasRepository): Generations {
  const generation = ({ index, alias }: { index: string; alias: string }): Generation =>
    Object.assign(
      new Documents(index, { engine, log, targetsNow: () => aliases.targetOf(alias) }),
      {
        name: index,
        publish: () => aliases.publish(index, alias),
      },
    );
  return {
    begin: async () => generation(await aliases.begin()),
    reopen: async () => {
      const previous = await aliases.reopen();
      return previous && generation(previous);
    },
    clear: () => aliases.clear(),
  };
}
