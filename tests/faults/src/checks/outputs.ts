import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Harness } from '../harness.js';

/** What only a bug writes: a process that ended of an error, or an error that no outage makes. */
const SCANDALS = [
  /^Node\.js v\d.*$/m,
  /unhandled ?rejection.*/i,
  /"type":"(TypeError|ReferenceError|RangeError|SyntaxError|AssertionError)".*/,
];

/** I11: what services have written since the last look, and what clients were answered. */
export class Outputs {
  private readonly read = new Map<string, number>();

  async check({ product, options, log, nemesis }: Harness): Promise<string[]> {
    const scandals = nemesis.accidents();
    nemesis.settle();
    for (const { name } of product.services) {
      const text = await this.newText(path.join(options.dir, 'logs', `${name}.log`));
      for (const pattern of SCANDALS) {
        const [found] = pattern.exec(text) ?? [];
        if (found) scandals.push(`${name} wrote: ${found.slice(0, 300)}`);
      }
    }
    return [...scandals, ...log.scandals.splice(0)].map((text) => `I11: ${text}`);
  }

  private async newText(name: string): Promise<string> {
    const file = await open(name);
    try {
      const { size } = await file.stat();
      const from = this.read.get(name) ?? 0;
      this.read.set(name, size);
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(size - from),
        0,
        size - from,
        from,
      );
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
