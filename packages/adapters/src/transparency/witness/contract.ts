import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WitnessMemory } from './port.js';

export interface OpenedMemory {
  readonly memory: WitnessMemory;
  /** What the next process finds. */
  again(): Promise<WitnessMemory>;
  close(): Promise<void>;
}

const ROOT = Buffer.alloc(32, 7).toString('base64');
const noteOf = (origin: string, size: number) => ({
  size,
  note: `${origin}\n${size}\n${ROOT}\n\n\u2014 ${origin} ${ROOT}\n`,
});

export const witnessMemoryContract = (name: string, open: () => Promise<OpenedMemory>) =>
  describe(`witness memory contract: ${name}`, () => {
    let opened: OpenedMemory;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    it('knows nothing of a log at first', async () => {
      expect(await opened.memory.last('a log')).toBeUndefined();
    });

    it('moves on from what it knows, and from nothing else', async () => {
      const { memory } = opened;
      const [first, second] = [noteOf('log', 5), noteOf('log', 9)];
      expect(await memory.move('log', 0, first)).toBe(true);
      expect(await memory.move('log', 0, second)).toBe(false);
      expect(await memory.move('log', 4, second)).toBe(false);
      expect(await memory.last('log')).toBe(first.note);
      expect(await memory.move('log', 5, second)).toBe(true);
      expect(await memory.last('log')).toBe(second.note);
      expect(await memory.last('other')).toBeUndefined();
    });

    it('lets one of several at once move on', async () => {
      const sizes = [11, 12, 13, 14, 15, 16];
      const moved = await Promise.all(
        sizes.map((size) => opened.memory.move('race', 0, noteOf('race', size))),
      );
      expect(moved.filter(Boolean)).toHaveLength(1);
      const winner = noteOf('race', sizes[moved.indexOf(true)]!);
      expect(await opened.memory.last('race')).toBe(winner.note);
    });

    it('keeps it for the next process', async () => {
      await opened.memory.move('kept', 0, noteOf('kept', 3));
      const next = await opened.again();
      expect(await next.last('kept')).toBe(noteOf('kept', 3).note);
    });
  });
