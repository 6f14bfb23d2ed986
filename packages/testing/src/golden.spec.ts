import { canonical } from '@feusa/event-log/store/canonical';
import { chainHash, GENESIS, open } from '@feusa/event-log/store/chain';
import { eventSchemas } from '@feusa/contracts/events';
import { describe, expect, it } from '@jest/globals';
import { goldenLines } from './golden.js';

/** The chain over the corpus as it was released: after how many lines, which hash. */
const released = {
  lines: 20,
  hash: 'cf9ab02e965e1b03b515319bfe279ea8c309a8f9a5f3222587a81d0c08b84d6e',
};

describe('the golden corpus of events', () => {
  const lines = goldenLines();

  it('has every type of event', () => {
    const types = new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type));
    expect([...types].toSorted()).toEqual(Object.keys(eventSchemas).toSorted());
  });

  it('stands as it was released; new lines come at its end', () => {
    let { hash } = GENESIS;
    for (const line of lines.slice(0, released.lines)) hash = chainHash(hash, line);
    expect(hash.toString('hex')).toBe(released.hash);
  });

  it.each(lines.map((line, index) => [open(line).type, line, index + 1] as const))(
    'reads %s today',
    (_type, line, position) => {
      const event = open(line);
      expect(eventSchemas[event.type].parse(event.data)).toEqual(event.data);
      expect(event.position).toBe(position);
      expect(canonical(JSON.parse(line))).toBe(line);
    },
  );

  it('numbers each stream without a hole', () => {
    const versions = new Map<string, number>();
    for (const line of lines) {
      const { stream, version } = open(line);
      expect(version).toBe((versions.get(stream) ?? 0) + 1);
      versions.set(stream, version);
    }
  });
});
