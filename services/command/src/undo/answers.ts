import { createHash, randomUUID } from 'node:crypto';
import type { UndoAnswer } from '@feusa/contracts/undo';
import { KeptAnswers, type Requester } from '../kept-answers.js';

/** What is remembered of undos. */
export class Answers extends KeptAnswers<UndoAnswer> {
  /** But of work that broke off: a repetition goes on with that. */
  override async remember(answer: UndoAnswer, asked: Requester): Promise<UndoAnswer> {
    return answer.stopped?.code === 'unavailable' ? answer : super.remember(answer, asked);
  }

  /** Ends what this person undoes under a key, once what is on its way is through. */
  async stop(asked: Required<Requester>): Promise<void> {
    if (await this.isStopped(asked)) return;
    await this.keep({ ...stopOf(asked), bodyHash: '', answer: {} }, () => this.isStopped(asked));
  }

  async isStopped(asked: Requester): Promise<boolean> {
    return asked.key !== undefined && (await this.find(stopOf(asked))).length > 0;
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
