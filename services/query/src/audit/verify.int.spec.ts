import { randomUUID } from 'node:crypto';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { append, sample, userRegistered } from '@feusa/event-log/store/test-samples';
import { streamOf } from '@feusa/contracts/events';
import {
  forgetTree,
  openTestTransparency,
  rewrite,
  tampered,
  type TestTransparency,
} from '@feusa/transparency/test-transparency';
import { openTestLog, tamperedWith, type Statements, type TestLog } from '@feusa/testing/log';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endOf, exportLines } from './export.js';
import { verifyLog, type Verdict } from './verify.js';

const SIZE = 40;
let log: TestLog;
afterAll(() => log.close());
beforeAll(async () => {
  log = await openTestLog();
  await append(log.store, [userRegistered('ann@feusa.example', 'admin')]);
  for (let count = 1; count < SIZE; count++) {
    const name = `Folder ${count} "Łąka" 😀`;
    const event = { type: 'FolderAdded', data: { name, parentId: null } } as const;
    await append(log.store, [sample(streamOf('folder', randomUUID()), 1, event)]);
  }
});

/** The verdict on the log as it is after statements of a superuser. */
const after = (...statements: Statements): Promise<Verdict> =>
  tamperedWith(log, statements, (connection) =>
    verifyLog(openPostgresEventStore(connection, testKeys(connection))),
  );
const foundAt = (position: number) => ({ ok: false, position: String(position) });
const position = fc.integer({ min: 1, max: SIZE });

describe('verifying the log', () => {
  it('confirms a whole one with its size and head', async () => {
    const head = (await log.store.head()).hash.toString('hex');
    expect(await verifyLog(log.store)).toEqual({ ok: true, size: String(SIZE), head });
  });

  it('confirms an empty one', async () => {
    const empty = await openTestLog();
    expect(await verifyLog(empty.store)).toEqual({ ok: true, size: '0', head: '00'.repeat(32) });
    await empty.close();
  });

  it('finds any single character of an event that was changed, where it was changed', async () => {
    const events = await log.store.readRecorded(0, SIZE);
    await fc.assert(
      fc.asyncProperty(
        position,
        fc.nat(),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        async (at, index, other) => {
          const characters = [...(events[at - 1]?.bytes ?? '')];
          const place = index % characters.length;
          fc.pre(characters[place] !== other && !other.includes('\0'));
          const bytes = characters.with(place, other).join('');
          const verdict = await after([
            'update log.events set bytes = $2 where position = $1',
            at,
            bytes,
          ]);
          expect(verdict).toMatchObject(foundAt(at));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds an event that was taken away, put in or swapped', async () => {
    await fc.assert(
      fc.asyncProperty(position, position, async (at, other) => {
        expect(await after(['delete from log.events where position = $1', at])).toMatchObject(
          foundAt(at),
        );
        fc.pre(at !== other);
        const swap = `update log.events e set bytes = f.bytes, hash = f.hash from log.events f
          where e.position in ($1, $2) and f.position in ($1, $2) and e.position <> f.position`;
        expect(await after([swap, at, other])).toMatchObject(foundAt(Math.min(at, other)));
      }),
      { numRuns: 30 },
    );
    const extra = `insert into log.events select position + 1, stream, version + 1, type, actor, at, bytes, hash
      from log.events where position = $1`;
    expect(await after([extra, SIZE])).toMatchObject(foundAt(SIZE + 1));
  });

  it('finds a hash that was changed, and a head', async () => {
    const zeros = Buffer.alloc(32);
    for (const at of [1, 7, SIZE]) {
      const verdict = await after([
        'update log.events set hash = $2 where position = $1',
        at,
        zeros,
      ]);
      expect(verdict).toMatchObject(foundAt(at));
    }
    expect(await after(['update log.head set hash = $1', zeros])).toMatchObject(foundAt(SIZE));
    expect(await after(['update log.head set position = $1', SIZE + 2])).toMatchObject(
      foundAt(SIZE + 1),
    );
    expect(await after(['update log.head set position = $1', SIZE - 2])).toMatchObject(
      foundAt(SIZE - 2),
    );
  });

  it.each([
    ["stream = 'folder-elsewhere'"],
    ['version = version + 5'],
    ["type = 'FolderRemoved'"],
    ["actor = 'nobody'"],
    ["at = at + interval '1 ms'"],
  ])('finds %s beside bytes that say otherwise', async (change) => {
    const verdict = await after([`update log.events set ${change} where position = 9`]);
    expect(verdict).toMatchObject(foundAt(9));
  });

  it('goes on while others write', async () => {
    let writing = true;
    const writer = (async () => {
      const store = log.another();
      while (writing) await append(store, [sample(streamOf('folder', randomUUID()), 1)]);
    })();
    for (let round = 0; round < 10; round++)
      expect(await verifyLog(log.store)).toMatchObject({ ok: true });
    writing = false;
    await writer;
  });
});

it('exports a log that was tampered with as it is, for others to find out', async () => {
  const client = await log.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`update log.events set bytes = 'no JSON at all' where position = 3`);
    let text = '';
    for await (const part of exportLines(
      openPostgresEventStore(client as unknown as Pool, testKeys(client as unknown as Pool)),
    ))
      text += part;
    const lines = text.split('\n');
    expect(lines[2]).toContain('no JSON at al');
    expect(JSON.parse(lines[3] ?? '')).toMatchObject({ position: '4' });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('verifying the log with its tree', () => {
  const TREE = 300;
  const SIGNED = 260;
  let opened: TestTransparency;
  beforeAll(async () => {
    opened = await openTestTransparency();
    await opened.append(SIGNED);
    await opened.keep();
    await opened.tree.checkpoint(SIGNED);
    await opened.append(TREE - SIGNED);
    await opened.keep();
  });
  afterAll(() => opened.close());

  type Statements = Parameters<typeof tampered>[1];
  const verdictAfter = (statements: Statements) =>
    tampered(opened, statements, (tree, client) =>
      verifyLog(openPostgresEventStore(client, testKeys(client)), tree),
    );

  it('confirms a whole one, also of events that the tree does not hold yet', async () => {
    const { store } = opened.log;
    expect(await verifyLog(store, opened.tree)).toMatchObject({ ok: true, size: String(TREE) });
    const behind = await openTestTransparency();
    expect(await verifyLog(behind.log.store, behind.tree)).toMatchObject({ ok: true, size: '0' });
    await behind.append(7);
    expect(await verifyLog(behind.log.store, behind.tree)).toMatchObject({ ok: true, size: '7' });
    await behind.close();
  });

  it.each([1, 17, 256, 257, 300])('finds a log written anew from %i on', async (from) => {
    const reason = 'the event is not the one in the tree';
    expect(await verdictAfter(rewrite(from))).toEqual({ ...foundAt(from), reason });
  });

  it.each([1, 17, 260])(
    'finds it where the tree was written anew with it from %i on',
    async (from) => {
      const verdict = await tampered(
        opened,
        [...rewrite(from), ...forgetTree],
        async (tree, client) => {
          await tree.maintainer.handle(await opened.log.store.read(TREE - 1, 1));
          return verifyLog(openPostgresEventStore(client, testKeys(client)), tree);
        },
      );
      expect(verdict).toEqual({
        ...foundAt(SIGNED),
        reason: 'the log is not what was signed of it',
      });
    },
  );

  it.each<[string, string, number]>([
    [
      'update log.head h set position = 299, hash = e.hash from log.events e where e.position = 299',
      'the log has fewer events than its tree',
      300,
    ],
    ['delete from transparency.tiles where level = 0 and index = 1', 'the tree has a hole', 1],
    ['delete from transparency.tiles where level = 1', 'the tree has a hole', 301],
    ['update transparency.tree set size = 250', 'the tree has fewer events than were signed', 301],
    [
      `update transparency.tiles set hashes = set_byte(hashes, 2, get_byte(hashes, 2) # 1) where level = 1`,
      'the tree does not fit its leaves',
      301,
    ],
    [
      `update transparency.tiles set hashes = set_byte(hashes, 64, get_byte(hashes, 64) # 1) where level = 0 and index = 0`,
      'the event is not the one in the tree',
      3,
    ],
  ])('after %s: %s', async (statement, reason, position) => {
    const statements: Statements = statement.includes('log.head')
      ? [[statement], ['delete from log.events where position = 300']]
      : [[statement]];
    expect(await verdictAfter(statements)).toEqual({ ...foundAt(position), reason });
  });

  it('exports with the newest checkpoint, and with the last one of a log that is not what it was', async () => {
    const { store } = opened.log;
    const end = await endOf(store, opened.tree);
    expect(end.size).toBe(TREE);
    const lines = await linesOf(exportLines(store, end));
    expect(lines).toHaveLength(TREE + 1);
    const { note } = await opened.tree.checkpoint(TREE);
    expect(JSON.parse(lines.at(-1)!)).toEqual({ checkpoint: note, key: opened.tree.key });

    await tampered(opened, [...rewrite(9), ...forgetTree], async (tree, client) => {
      await tree.maintainer.handle(await store.read(TREE - 1, 1));
      const tamperedStore = openPostgresEventStore(client, testKeys(client));
      const changed = await linesOf(exportLines(tamperedStore, await endOf(tamperedStore, tree)));
      expect(changed).toHaveLength(TREE + 1);
      expect(changed[8]).not.toBe(lines[8]);
      expect(changed.at(-1)).toBe(lines.at(-1));
    });
  });

  async function linesOf(parts: AsyncIterable<string>): Promise<string[]> {
    let text = '';
    for await (const part of parts) text += part;
    return text.trimEnd().split('\n');
  }
});
