import { setImmediate } from 'node:timers/promises';

/** What several ask for at the same time is done in one go; the next go begins when that has ended. */
export class Together<T> {
  private asked: T[] = [];
  private next: Promise<void> | undefined;
  private going: Promise<void> = Promise.resolve();

  /** `work` is given what was asked for since it was last begun, in that order, at least one. */
  constructor(private readonly work: (items: readonly T[]) => Promise<void>) {}

  /** Answers when the go that this was part of has ended. @throws what ended it */
  do(item: T): Promise<void> {
    this.asked.push(item);
    this.next ??= this.go();
    return this.next;
  }

  private async go(): Promise<void> {
    await Promise.all([this.going, setImmediate()]);
    const items = this.asked;
    [this.asked, this.next] = [[], undefined];
    const work = this.work(items);
    this.going = work.catch(() => undefined);
    return work;
  }
}
