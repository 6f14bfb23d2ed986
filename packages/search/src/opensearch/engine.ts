import { Client, errors } from '@opensearch-project/opensearch';
import { Pulse } from '@feusa/platform/pulse';
import { trustFault } from '@feusa/platform/trust';
import { SearchUnavailable } from '../port.js';

/** How long any request but a bulk write may take, ms. */
export const REQUEST_MS = 2000;

export interface Question {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** Lines of JSON, each with its line end, in the place of a body. */
  readonly lines?: string;
  /** How long the whole may take, ms. */
  readonly withinMs?: number;
}

export interface OpenSearchConnection {
  /** With a name and password where the engine wants them. */
  readonly url: string;
  /** Whom the engine's certificate may be of, in PEM; without it, who Node.js trusts. */
  readonly ca?: string | undefined;
}

export const clientOf = (
  { url, ca }: OpenSearchConnection,
  more: ConstructorParameters<typeof Client>[0] = {},
): Client => new Client({ node: url, ...(ca && { ssl: { ca } }), ...more });

/** The engine has more to do than it takes, or takes no writes: the same may work later. */
export class Busy extends SearchUnavailable {}

/** Asks OpenSearch, each time within a bound. */
export class Engine {
  readonly pulse = new Pulse(() => this.probe());
  readonly #client: Client;
  #closed: Promise<void> | undefined;

  constructor(connection: OpenSearchConnection) {
    // One more try: an idle connection may have been cut where neither end notices.
    this.#client = clientOf(connection, { maxRetries: 1 });
  }

  /**
   * Answers with the body.
   * @throws SearchUnavailable where there is no answer, or none of use
   * @throws errors.ResponseError where the question is refused as wrong
   */
  async ask<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, question: Question = {}) {
    const { query, body, lines, withinMs = REQUEST_MS } = question;
    const content = lines === undefined ? body && { body } : { bulkBody: lines };
    const request = this.#client.transport.request(
      { method, path, ...(query && { querystring: query }), ...content },
      { requestTimeout: Math.max(1, withinMs) },
    );
    // The client's own bound ends with the first byte of the answer, and begins anew with each try.
    const timer = setTimeout(() => request.abort(), withinMs);
    try {
      const { body: answer } = await request;
      this.pulse.heard();
      return answer as T;
    } catch (fault) {
      const meaning = meaningOf(fault);
      this.pulse.heard(stateIn(meaning));
      throw meaning;
    } finally {
      clearTimeout(timer);
    }
  }

  private async probe(): Promise<string | undefined> {
    const { status } = await this.ask<{ status: string }>('GET', '/_cluster/health');
    return status === 'red' ? 'status red' : undefined;
  }

  /** The client's own `close` never answers when it is called again. */
  close(): Promise<void> {
    return (this.#closed ??= this.#client.close());
  }
}

function stateIn(meaning: unknown): string | undefined {
  if (meaning instanceof Busy) return 'busy';
  if (!(meaning instanceof SearchUnavailable)) return undefined;
  return trustFault(meaning.cause) ?? 'not available';
}

function meaningOf(fault: unknown): unknown {
  if (!(fault instanceof errors.OpenSearchClientError)) return fault;
  if (!(fault instanceof errors.ResponseError)) return new SearchUnavailable({ cause: fault });
  const status = fault.statusCode ?? 500;
  if (status === 429 || status === 503) return new Busy({ cause: fault });
  const away = status >= 500 || [401, 403, 404, 408].includes(status);
  return away ? new SearchUnavailable({ cause: fault }) : fault;
}

/** What an engine's refusal is about, as `resource_already_exists_exception`. */
export const typeOf = (fault: unknown): string | undefined =>
  fault instanceof errors.ResponseError
    ? (fault.body as { error?: { type?: string } } | undefined)?.error?.type
    : undefined;
