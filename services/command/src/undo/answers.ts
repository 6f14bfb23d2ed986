import { createHash, randomUUID } from 'node:crypto';
import type { EventStore, KeyedAnswer } from '@feusa/event-log/store/port';
import { refuse } from '@feusa/contracts/refusals';
import type { UndoAnswer } from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import { isSameBody, type KeyedBody } from '../submission.js';

/** Who asked, and under which idempotency key. */
export interface Requester {
  readonly by: SessionUser;
  readonly key?: KeyedBody;
}

/** What is remembered of undos, in the database, as any command service may be asked for it. */
export class Answers {
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: EventStore) {}

  /** The answer that was given to this key, if it was. @throws Refusal where it came with something else */
  async recall({ by, key }: Requester): Promise<UndoAnswer | undefined> {
    if (!key) return undefined;
    const [known] = await this.store.answers([{ actor: by.id, key: key.key }]);
    if (!known) return undefined;
    return isSameBody(known.bodyHash, key)
      ? (known.answer as UndoAnswer)
      : refuse('request/key-reused');
  }

  /** Keeps the answer for its key, unless the work broke off: then a repetition goes on with it. */
  async remember(answer: UndoAnswer, asked: Requester): Promise<UndoAnswer> {
    const { by, key } = asked;
    if (!key || answer.stopped?.code === 'unavailable') return answer;
    const known = () => this.recall(asked);
    return (await this.keep({ actor: by.id, ...key, answer }, known)) ?? answer;
  }

  /** Ends what this person undoes under a key, once what is on its way is through. */
  async stop(asked: Required<Requester>): Promise<void> {
    if (await this.isStopped(asked)) return;
    await this.keep({ ...stopOf(asked), bodyHash: '', answer: {} }, () => this.isStopped(asked));
  }

  async isStopped(asked: Requester): Promise<boolean> {
    return asked.key !== undefined && (await this.store.answers([stopOf(asked)])).length > 0;
  }

  /** What another was faster to keep, undefined where it was this one. */
  private async keep<T>(kept: KeyedAnswer, known: () => Promise<T>): Promise<T | undefined> {
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

/** The same for every repetition of a request, so that what an undo has done is found under one id. */
export const operationOf = ({ by, key }: Requester): string =>
  key ? uuidOf(`undo ${by.id} ${key.key}`) : randomUUID();

/** Where it stands that an undo is to be stopped. */
const stopOf = ({ by, key }: Requester) => ({
  actor: by.id,
  key: uuidOf(`stop undo ${by.id} ${key?.key}`),
});

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}
