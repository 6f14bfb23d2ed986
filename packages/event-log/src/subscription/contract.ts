import { setTimeout } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Consumer, EventLog } from './port.js';

/** A log that a test appends to. */
export interface OpenedLog {
  readonly log: EventLog;
  /** Appends this many events, and publishes them unless `quietly`. */
  append(count: number, how?: { readonly quietly: boolean }): Promise<void>;
  /** What the log says has gone wrong. */
  readonly faults: readonly unknown[];
  close(): Promise<void>;
}

/** Remembers what it was handed; fails the first `failures` times. */
export class Recorder implements Consumer {
  readonly name = 'recorder';
  readonly seen: number[] = [];
  failures = 0;
  constructor(private saved = 0) {}
  checkpoint = async () => this.saved;
  async handle(events: readonly StoredEvent[]) {
    if (this.failures-- > 0) throw new Error('not now');
    this.seen.push(...events.map(({ position }) => position));
    this.saved = this.seen.at(-1) ?? this.saved;
  }
}

export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
export const until = async (done: () => boolean) => {
  for (let tries = 0; !done() && tries < 4000; tries++) await setTimeout(5);
};

/** What every event log does for those who follow it. */
export const eventLogContract = (name: string, open: () => Promise<OpenedLog>) =>
  describe(`event log contract: ${name}`, () => {
    let opened: OpenedLog;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    it('begins behind the checkpoint, with what was there before', async () => {
      await opened.append(60);
      const recorder = new Recorder(17);
      await opened.log.subscribe(recorder);
      await until(() => recorder.seen.length >= 43);
      expect(recorder.seen).toEqual(numbers(18, 60));
    });

    it('hands on what is appended, in order, each event once, to everybody', async () => {
      const [one, other] = [new Recorder(), new Recorder()];
      await opened.log.subscribe(one);
      await opened.log.subscribe(other);
      for (let round = 0; round < 20; round++) await opened.append(1 + (round % 7));
      const all = numbers(1, 77);
      await until(() => one.seen.length >= all.length && other.seen.length >= all.length);
      await setTimeout(50);
      expect([one.seen, other.seen]).toEqual([all, all]);
    });

    it('finds what nobody published', async () => {
      const recorder = new Recorder();
      await opened.log.subscribe(recorder);
      await setTimeout(20);
      await opened.append(5, { quietly: true });
      await until(() => recorder.seen.length >= 5);
      expect(recorder.seen).toEqual(numbers(1, 5));
    });

    it('tries again what a consumer could not handle, and says so; others go on', async () => {
      const [failing, other] = [new Recorder(), new Recorder()];
      failing.failures = 2;
      await opened.log.subscribe(failing);
      await opened.log.subscribe(other);
      await opened.append(3);
      await until(() => failing.seen.length >= 3 && other.seen.length >= 3);
      expect([failing.seen, other.seen]).toEqual([numbers(1, 3), numbers(1, 3)]);
      expect(opened.faults).toHaveLength(2);
    });

    it('says how far each consumer has come, and which one fails', async () => {
      const [failing, other] = [new Recorder(), new Recorder()];
      failing.failures = Infinity;
      await opened.log.subscribe(failing);
      await opened.log.subscribe(other);
      await opened.append(3);
      const stateOf = (index: number) => opened.log.subscriptions()[index];
      await until(() => stateOf(0)?.fault !== undefined && stateOf(1)?.position === 3);
      const fault = expect.stringMatching(/^failing for \d+ s$/) as unknown as string;
      expect(opened.log.subscriptions().slice(0, 2)).toEqual([
        { consumer: 'recorder', position: 0, fault },
        { consumer: 'recorder', position: 3, fault: undefined },
      ]);
      failing.failures = 0;
      await until(() => stateOf(0)?.fault === undefined);
      expect(stateOf(0)).toEqual({ consumer: 'recorder', position: 3, fault: undefined });
    });

    it('ends also while a consumer waits to try again', async () => {
      const recorder = new Recorder();
      recorder.failures = Infinity;
      await opened.log.subscribe(recorder);
      await opened.append(1);
      await until(() => opened.faults.length >= 3);
      await opened.log.close();
      const before = opened.faults.length;
      await setTimeout(1000);
      expect(opened.faults).toHaveLength(before);
    });
  });
