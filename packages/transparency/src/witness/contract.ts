import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WitnessMemory } from './port.js';

export interface OpenedMemory {
  readonly memory: WitnessMemory;
  /** As its operator has it, where that is another one. */
  readonly operators?: WitnessMemory;
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

    it('starts over with one log for somebody, and keeps what it forgets', async () => {
      const wish = { origin: 'lost', by: 'Ada', reason: 'the disk broke', statement: 'signed\n' };
      const { memory, operators = memory } = opened;
      expect(await operators.startOver(wish)).toBeUndefined();
      expect(await memory.startedOver('lost')).toEqual([]);
      await memory.move('lost', 0, noteOf('lost', 9));
      await memory.move('beside', 0, noteOf('beside', 9));
      expect(await operators.startOver(wish)).toBe(noteOf('lost', 9).note);
      expect(await memory.last('lost')).toBeUndefined();
      expect(await memory.last('beside')).toBe(noteOf('beside', 9).note);
      expect(await memory.move('lost', 9, noteOf('lost', 12))).toBe(false);
      expect(await memory.move('lost', 0, noteOf('lost', 5))).toBe(true);
      const next = await opened.again();
      expect(await next.startedOver('lost')).toMatchObject([wish]);
      expect(await next.startedOver('beside')).toEqual([]);
    });

    it('keeps it for the next process', async () => {
      await opened.memory.move('kept', 0, noteOf('kept', 3));
      const next = await opened.again();
      expect(await next.last('kept')).toBe(noteOf('kept', 3).note);
    });
  });
