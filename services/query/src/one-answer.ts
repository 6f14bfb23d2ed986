interface Making {
  readonly round: number;
  readonly bytes: Promise<Buffer>;
}

/** Something rendered, until something in it changes; however many ask, one at a time makes it. */
export class OneAnswer {
  private ready: Buffer | undefined;
  private making: Making | undefined;
  private round = 0;

  /** `most`: bytes; one that is larger is made for each who asks. */
  constructor(private readonly most = Infinity) {}

  /** Has everything in it that had been projected when it was asked for. */
  async get(render: () => Promise<Buffer>): Promise<Buffer> {
    const { round } = this;
    for (;;) {
      if (this.ready) return this.ready;
      const { making } = this;
      if (!making) return this.make(render);
      if (making.round >= round) return making.bytes;
      await making.bytes.catch(() => undefined);
    }
  }

  clear(): void {
    this.round++;
    this.ready = undefined;
  }

  private async make(render: () => Promise<Buffer>): Promise<Buffer> {
    const { round } = this;
    const making = { round, bytes: render() };
    this.making = making;
    try {
      const bytes = await making.bytes;
      if (round === this.round && bytes.length <= this.most) this.ready = bytes;
      return bytes;
    } finally {
      this.making = undefined;
    }
  }
}
