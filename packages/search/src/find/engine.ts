import type { Logger } from 'pino';
import { SearchUnavailable } from '../port.js';
import { write, type Way } from '../opensearch/bulk.js';
import { Engine, type OpenSearchConnection } from '../opensearch/engine.js';
import { AliasRepository } from '../opensearch/generations.js';
import type { Copied, CopyTarget, Revised } from './copied.js';
import { answerOf, type EngineResponse, questions } from './engine-query.js';
import { DOCUMENT_INDEX, sourceOf } from './engine-index.js';
import type { Candidates, FindQuery } from './port.js';

export interface DocumentEngineOptions extends OpenSearchConnection {
  readonly alias: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Beside the index of people. */
export const documentsAlias = (namespace: string): string => `${namespace}-documents`;

const WITHIN_MS = 10_000;
const SEARCH_MS = 2000;

/** One index of names and texts, or the one behind an alias. */
class Target implements CopyTarget {
  constructor(
    protected readonly name: string,
    protected readonly way: Way,
  ) {}

  write(entries: readonly Copied[]): Promise<void> {
    return write(
      this.way,
      entries.map((entry) => ({ source: sourceOf(entry) })),
    );
  }

  erase(ids: readonly string[]): Promise<void> {
    return write(
      this.way,
      ids.map((id) => ({ id, version: undefined })),
    );
  }

  async revisedAfter(id: string, size: number): Promise<Revised[]> {
    const body = {
      ...{ size, sort: [{ id: 'asc' }], search_after: [id], track_total_hits: false },
      ...{ _source: ['id', 'version'] },
    };
    const path = `/${this.name}/_search`;
    const { hits } = await this.way.engine.ask<{
      hits: { hits: readonly { readonly _source: { id: string; version: number } }[] };
    }>('POST', path, { body, withinMs: WITHIN_MS });
    return hits.hits.map(({ _source }) => ({ id: _source.id, revision: _source.version }));
  }

  async refresh(): Promise<void> {
    await this.way.engine.ask('POST', `/${this.name}/_refresh`, { withinMs: WITHIN_MS });
  }
}

/** One that is being built beside the one that is searched. */
export interface BuiltDocuments extends CopyTarget {
  readonly name: string;
  /** Puts it, in one step, in the place of the one that is searched. */
  publish(): Promise<void>;
}

/** Folders, files and links in OpenSearch. All methods reject with SearchUnavailable while it is away. */
export class DocumentEngine extends Target {
  private constructor(
    alias: string,
    way: Way,
    private readonly aliases: AliasRepository,
  ) {
    super(alias, way);
  }

  static open({ alias, log, ...connection }: DocumentEngineOptions): DocumentEngine {
    const engine = new Engine(connection);
    const aliases = new AliasRepository(engine, alias, DOCUMENT_INDEX);
    return new DocumentEngine(alias, { engine, log, targetsNow: () => aliases.targets() }, aliases);
  }

  prepare(): Promise<void> {
    return this.aliases.prepare();
  }

  async find(wanted: FindQuery): Promise<Candidates> {
    const lines = questions(wanted)
      .map((question) => `{}\n${JSON.stringify(question)}\n`)
      .join('');
    const query = { cancel_after_time_interval: `${SEARCH_MS}ms` };
    const { responses } = await this.way.engine.ask<{
      responses: readonly Partial<EngineResponse>[];
    }>(...(['POST', `/${this.name}/_msearch`, { query, lines, withinMs: SEARCH_MS }] as const));
    if (responses.some(({ hits }) => !hits)) throw new SearchUnavailable();
    return answerOf(responses as readonly EngineResponse[], wanted);
  }

  async begin(): Promise<BuiltDocuments> {
    const { index, alias } = await this.aliases.begin();
    const way = { ...this.way, targetsNow: () => this.aliases.targetOf(alias) };
    return Object.assign(new Target(index, way), {
      name: index,
      publish: () => this.aliases.publish(index, alias),
    });
  }

  /** Gives up what is being built. */
  clear(): Promise<void> {
    return this.aliases.clear();
  }

  close(): Promise<void> {
    return this.way.engine.close();
  }
}
