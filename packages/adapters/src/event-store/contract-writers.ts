import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContractStore } from './contract.js';
import { independentHash } from './independent.js';
import { appendAtLast, folderStream, sample } from './samples.js';

const WRITERS = 8;
const ROUNDS = 15;

/** What holds however many processes write at once. */
export const writersContract = (open: () => Promise<ContractStore>) =>
  describe('with 8 writers at once', () => {
    let opened: ContractStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    it('loses nothing, repeats nothing, leaves no hole and shows commits in order', async () => {
      const streams = Array.from({ length: WRITERS }, folderStream);
      let writing = true;
      let written = 0;
      const seen: number[] = [];
      const reader = (async () => {
        const store = opened.another();
        for (let last = false; !last;) {
          last = !writing;
          const events = await store.read(seen.at(-1) ?? 0, 1000);
          seen.push(...events.map(({ position }) => position));
        }
      })();
      await Promise.all(
        streams.map(async (stream, writer) => {
          const store = opened.another();
          let version = 0;
          for (let round = 0; round < ROUNDS; round++) {
            const count = 1 + ((writer + round) % 3);
            const events = Array.from({ length: count }, () => sample(stream, ++version));
            const sealed = await appendAtLast(store, events);
            written += count;
            const first = sealed[0]?.event.position ?? 0;
            expect(sealed.map(({ event }) => event.position)).toEqual(
              events.map((_event, index) => first + index),
            );
          }
        }),
      );
      writing = false;
      await reader;

      const log = await opened.store.readSealed(0, 10_000);
      const places = log.map(({ event }) => event.position);
      expect(places).toEqual(Array.from(log, (_sealed, index) => index + 1));
      expect(seen, 'a reader that follows the log').toEqual(places);
      for (const stream of streams) {
        const versions = log.filter(({ event }) => event.stream === stream);
        expect(versions.map(({ event }) => event.version)).toEqual(
          Array.from(versions, (_sealed, index) => index + 1),
        );
      }
      expect(log).toHaveLength(written);
      let hash: string | undefined;
      for (const sealed of log) hash = independentHash(hash, sealed.bytes);
      const head = await opened.store.head();
      expect([head.position, head.hash.toString('hex')]).toEqual([log.length, hash]);
    });
  });
