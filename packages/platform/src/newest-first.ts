import { Refusal } from '@feusa/contracts/refusals';

interface Job<T> {
  readonly start: () => void;
  readonly drop: () => void;
  readonly done: Promise<T>;
  askers: number;
}

/**
 * Work that people look at a screen for: at most `limit` pieces at once, each once for all who ask for it.
 * What was asked for last goes first, and what nobody waits for any more is not begun. Where more than
 * `most` wait, the one that has waited the longest is refused with 'busy'.
 */
export class NewestFirst<T> {
  private readonly running = new Map<string, Job<T>>();
  private readonly waiting = new Map<string, Job<T>>();

  constructor(
    private readonly limit: number,
    private readonly most: number,
  ) {}

  /** Undefined once `gone` says that the one who asks has given up. */
  async ask(key: string, work: () => Promise<T>, gone: AbortSignal): Promise<T | undefined> {
    if (gone.aborted) return undefined;
    const job = this.running.get(key) ?? this.put(key, work);
    job.askers += 1;
    this.begin();
    return new Promise((resolve, reject) => {
      const leave = () => {
        job.askers -= 1;
        if (job.askers === 0 && this.waiting.get(key) === job) this.waiting.delete(key);
        resolve(undefined);
      };
      gone.addEventListener('abort', leave, { once: true });
      const settled = () => gone.removeEventListener('abort', leave);
      job.done.then(resolve, reject).finally(settled);
    });
  }

  private put(key: string, work: () => Promise<T>): Job<T> {
    const job = this.waiting.get(key) ?? jobOf(work);
    this.waiting.delete(key);
    this.waiting.set(key, job);
    if (this.waiting.size > this.most) this.dropOldest();
    return job;
  }

  private dropOldest(): void {
    const [oldest] = this.waiting;
    if (!oldest) return;
    this.waiting.delete(oldest[0]);
    oldest[1].drop();
  }

  private begin(): void {
    const newest = [...this.waiting].at(-1);
    if (!newest || this.running.size >= this.limit) return;
    const [key, job] = newest;
    this.waiting.delete(key);
    this.running.set(key, job);
    const next = () => {
      this.running.delete(key);
      this.begin();
    };
    job.done.then(next, next);
    job.start();
  }
}

function jobOf<T>(work: () => Promise<T>): Job<T> {
  let start = () => {};
  let drop = () => {};
  const done = new Promise<T>((resolve, reject) => {
    start = () => void work().then(resolve, reject);
    drop = () => reject(new Refusal('busy'));
  });
  return { start, drop, done, askers: 0 };
}
