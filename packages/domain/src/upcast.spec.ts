import { describe, expect, it } from '@jest/globals';
import { schemaVersionOf, upcast, upcasting, upcastLater, type RawEvent } from './upcast.js';

const stored = (schemaVersion: number, data: unknown, type = 'LinkAdded'): RawEvent => ({
  type,
  data,
  schemaVersion,
  position: 7,
  id: 'an event',
  stream: 'link-1',
  version: 1,
  at: '2026-11-21T08:00:00.000Z',
  actor: 'ann',
  commandId: 'a command',
  correlationId: 'a request',
});

/** As if links had once been addresses alone, and then had their names beside them in capitals. */
const sample = upcasting({
  LinkAdded: [
    (url: string) => ({ URL: url, NAME: new URL(url).hostname }),
    ({ URL: link, NAME: name }: { URL: string; NAME: string }) => ({ folderId: 'f', name, link }),
  ],
});
const newest = { folderId: 'f', name: 'feusa.example', link: 'https://feusa.example/' };

describe('reading what was stored', () => {
  it.each([
    [1, 'https://feusa.example/'],
    [2, { URL: 'https://feusa.example/', NAME: 'feusa.example' }],
    [3, newest],
  ])('brings version %i to the newest shape', (version, data) =>
    expect(sample.upcast(stored(version, data))).toEqual(stored(3, newest)),
  );
  it('leaves the stored event itself as it was', () => {
    const raw = Object.freeze(stored(1, 'https://feusa.example/'));
    sample.upcast(raw);
    expect(raw).toEqual(stored(1, 'https://feusa.example/'));
  });
  it('writes the newest version', () => {
    expect(sample.schemaVersionOf('LinkAdded')).toBe(3);
    expect(sample.schemaVersionOf('LinkRemoved')).toBe(1);
    expect(schemaVersionOf('LinkAdded')).toBe(1);
  });
  it.each([
    ['of a version that is yet to come', stored(2, newest)],
    ['of a type that it does not know', stored(1, newest, 'LinkPainted')],
    ['of a type that only looks like one', stored(1, newest, 'constructor')],
  ])('stops at an event %s and names it', (_what, raw) =>
    expect(() => upcast(raw)).toThrow(/event at position 7: \w+, version \d/),
  );
});

describe('an event that cannot be read, among others', () => {
  const raw = stored(1, newest, 'LinkPainted');
  it('throws once somebody looks at it', () => {
    const event = upcastLater(raw);
    expect([event.stream, event.version, event.position]).toEqual(['link-1', 1, 7]);
    expect(() => event.type).toThrow('event at position 7: LinkPainted');
    expect(() => event.data).toThrow('event at position 7: LinkPainted');
    expect(() => ({ ...event })).toThrow('event at position 7: LinkPainted');
  });
  it('is passed on as it was', () => {
    expect(JSON.stringify(upcastLater(raw))).toBe(JSON.stringify(raw));
  });
  it('is not made of one that can be read', () => {
    expect(upcastLater(stored(1, newest))).toEqual(stored(1, newest));
  });
});
