import { built, Program, type ProgramOptions } from '@feusa/cluster/program';
import { Progress } from '@feusa/event-log/subscription/progress';
import type { RemoteSearchIndex } from '@feusa/search/port';
import { openTestIndex, testEngineUrl, type TestIndex } from '@feusa/search/test-opensearch';
import { TEST_MASTER_KEY } from '@feusa/privacy/subject-keys/test-keys';
import { StartFault } from '@feusa/platform/start-fault';
import type { StoredEvent } from '@feusa/contracts/events';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compareIndex } from '@feusa/search/compare';
import { Expectations } from '@feusa/search/expectations';
import { Indexer } from './indexer.js';
import { reindex } from './reindex.js';
import { added, TestEmployees } from './test-employees.js';
import { Traffic } from './test-traffic.js';

let events: TestLog;
let test: TestIndex;
let index: RemoteSearchIndex;
let indexer: Indexer;
let people: TestEmployees;
beforeEach(async () => {
  events = await openTestLog();
  test = openTestIndex();
  ({ index } = test);
  indexer = new Indexer(index, events.store, new Progress());
  people = new TestEmployees(events.store);
});
afterEach(async () => {
  await test.drop();
  await events.close();
});

const store = () => events.store;
const build = (rollback = false) => reindex({ index, store: store(), rollback });
const ends = async () => {
  const { body } = await test.client.indices.getAlias({ index: `${test.alias}-v*` });
  return Object.keys(body)
    .map((name) => name.slice(test.alias.length + 1))
    .sort();
};

const compareAll = async () => {
  const { position } = await store().head();
  return compareIndex(index, position, () => new Expectations(store(), index, '').load());
};

/** Everybody is found by their last name, and the index holds what the log says. */
async function expectAll(traffic: Traffic): Promise<void> {
  await index.refresh();
  for (const [id, { name }] of traffic.known) {
    expect([name, ...(await index.search(name)).ids]).toContain(id);
  }
  const { differences, compared } = await compareAll();
  expect(differences).toEqual([]);
  expect(compared).toBe(people.ids.length);
}

async function expectNoGap(traffic: Traffic): Promise<void> {
  expect(traffic.failures).toEqual([]);
  expect(traffic.missing).toEqual([]);
  expect(traffic.searches).toBeGreaterThan(20);
  expect(traffic.changes).toBeGreaterThan(5);
}

/** Starts the command. */
const command = (words: string[], onOutput?: ProgramOptions['onOutput']) =>
  new Program(built('cli/reindex', ...words), {
    env: {
      ...process.env,
      ...{ DATABASE_URL: events.url, OPENSEARCH_URL: testEngineUrl(), FEUSA_NAMESPACE: test.alias },
      FEUSA_MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    },
    ...(onOutput && { onOutput }),
  });
/** Runs it to its end. */
const runCommand = (...words: string[]) => command(words).ended;

describe('building the index anew', () => {
  it('is not noticed by those who search and change, even when it is killed and begun again', async () => {
    await indexer.handle(await added2000());
    await index.refresh();
    const traffic = new Traffic(people, indexer, index);
    const killed = command([], (piece) => {
      if (/^Indexed 1000/m.test(piece)) killed.signal('SIGKILL');
    });
    expect((await killed.ended).signal).toBe('SIGKILL');
    expect(await ends()).toEqual(['v1', 'v2']);
    const { code, text } = await runCommand();
    expect(text).toContain('count and content are the same');
    expect(code).toBe(0);
    await traffic.stop();
    await expectNoGap(traffic);
    await expectAll(traffic);
    expect(await ends()).toEqual(['v1', 'v2']);
    expect(text).toContain(`Searches now go to ${test.alias}-v2`);
  });

  it('can be taken back, without a change missing', async () => {
    await indexer.handle(await added2000());
    await build();
    const traffic = new Traffic(people, indexer, index);
    while (traffic.changes < 10) await new Promise(setImmediate);
    const { code, text } = await runCommand('--rollback');
    expect(text).toContain(`Searches now go to ${test.alias}-v1`);
    expect(code).toBe(0);
    await traffic.stop();
    await expectNoGap(traffic);
    await expectAll(traffic);
    expect((await build()).name).toBe(`${test.alias}-v3`);
    expect(await ends()).toEqual(['v1', 'v3']);
  });

  const added2000 = async () => {
    await people.add(2000);
    return store().readLatest('employee');
  };

  it('takes people who were removed and restored as the log has them', async () => {
    const [ann, bob, sam] = await people.add(3);
    await indexer.handle(await store().readLatest('employee'));
    await people.remove(ann!, bob!);
    await people.restore(bob!);
    await people.update(sam!, 'Anew');
    const { compared, refused } = await build();
    expect([compared, refused]).toEqual([3, []]);
    expect(new Set((await index.search('zbigniew')).ids)).toEqual(new Set([bob, sam]));
    expect((await index.search('anew')).ids).toEqual([sam]);
  });

  it('does not wait for changes that are on their way', async () => {
    await people.add(50);
    const late: StoredEvent[] = [];
    let busy = true;
    const changing = (async () => {
      for (let i = 0; busy; i++) late.push(...(await people.update(people.ids[i % 50]!, `B${i}`)));
    })();
    await build();
    busy = false;
    await changing;
    await indexer.handle(late.toReversed());
    await index.refresh();
    expect((await compareAll()).differences).toEqual([]);
  });

  it('goes on without a person whom the engine refuses, and names him', async () => {
    await people.append([['poison', added('x'.repeat(40_000))]]);
    await people.add(2);
    expect(await build()).toMatchObject({ compared: 3, refused: ['poison'] });
    expect((await index.search('zbigniew')).total).toBe(2);
  });

  it('leaves everything as it was when it is stopped', async () => {
    await people.add(1);
    const signal = AbortSignal.abort();
    await expect(reindex({ index, store: store(), signal })).rejects.toThrow(StartFault);
    expect(await ends()).toEqual(['v1']);
  });

  it('goes back to nothing where there is nothing', async () => {
    await index.prepare();
    const { code, text } = await runCommand('--rollback');
    expect(text).toContain('There is no earlier search index to go back to.');
    expect(code).toBe(1);
  });

  it('is done by one process at a time', async () => {
    await people.add(1);
    const runs = await Promise.all([runCommand(), runCommand()]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(await ends()).toEqual(['v2', 'v3']);
  });

  it('explains itself', async () => {
    expect(await runCommand('--help')).toMatchObject({ code: 0 });
    expect((await runCommand('--nonsense')).text).toContain('npm run reindex');
  });
});
