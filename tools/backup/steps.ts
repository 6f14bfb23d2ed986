/** Says what is being done, and how long it took. */
export class Steps {
  private readonly started = performance.now();

  constructor(private readonly print: (line: string) => void) {}

  /** In seconds, since the first step. */
  get seconds(): number {
    return Math.round(performance.now() - this.started) / 1000;
  }

  /** Carries a step out; `summary` says what it came to. One that fails is named. */
  async step<T>(name: string, work: () => Promise<T>, summary?: (result: T) => string): Promise<T> {
    const started = performance.now();
    const result = await work().catch((fault: unknown) => {
      this.print(`${name}: failed`);
      throw fault;
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.print(`${name}: ${summary ? `${summary(result)}, ` : ''}${seconds} s`);
    return result;
  }
}

export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
