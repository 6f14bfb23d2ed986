import type { EventStore, KeyedAnswer } from '@feusa/event-log/store/port';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { isSameBody, type KeyedBody } from './submission.js';

/** Who asked, and under which idempotency key. */
export interface Requester {
  readonly by: SessionUser;
  readonly key?: KeyedBody;
}

/**
 * The answers to requests that append no event of their own, by idempotency key: in the database, as any command
 * service may be asked for them.
 */
export class KeptAnswers<T> {
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: EventStore) {}

  /** The answer that was given to this key, if it was. @throws Refusal where it came with something else */
  async recall(asked: Requester): Promise<T | undefined> {
    return (await this.known(asked))?.answer as T | undefined;
  }

  /** The same with the hash of the body that it was for. */
  async known({ by, key }: Requester): Promise<KeyedAnswer | undefined> {
    const [known] = key ? await this.find({ actor: by.id, key: key.key }) : [];
    if (!known || !key || isSameBody(known.bodyHash, key)) return known;
    return refuse('request/key-reused');
  }

  /** Keeps the answer for its key; answers with the one that another was faster to keep, else with it. */
  async remember(answer: T, asked: Requester): Promise<T> {
    const { by, key } = asked;
    if (!key) return answer;
    return (await this.keep({ actor: by.id, ...key, answer }, () => this.recall(asked))) ?? answer;
  }

  protected find(place: Pick<KeyedAnswer, 'actor' | 'key'>): Promise<KeyedAnswer[]> {
    return this.store.answers([place]);
  }

  /** What another was faster to keep, undefined where it was this one. */
  protected async keep<K>(kept: KeyedAnswer, known: () => Promise<K>): Promise<K | undefined> {
    try {
      await (this.keeping = this.keeping.catch(() => undefined).then(() => this.append(kept)));
      return undefined;
    } catch (fault) {
      const other = await known();
      if (other) return other;
      throw fault;
    }
  }

  /** One at a time: each needs a connection more while it holds the log still. */
  private append(kept: KeyedAnswer): Promise<unknown> {
    const { store } = this;
    const nothing = { events: [], folders: new Map<string, never>() };
    return store.appendUnderLock(async () => {
      return { ...nothing, expected: await store.head(), answers: [kept] };
    });
  }
}
