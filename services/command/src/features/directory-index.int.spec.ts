import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { openBus, send } from '../test-bus.js';
import { DirectoryIndex } from './directory-index.js';

let log: TestLog;
beforeAll(async () => {
  log = await openTestLog();
});
afterAll(() => log.close());

const person = (lastName: string) => ({
  ...{ firstName: 'Ada', lastName, phoneNumber: '+1 402 555 0100', role: 'Mechanic' },
  ...{
    email: `${lastName}@feusa.example`,
    location: 'Omaha',
    department: 'Service',
    manager: 'Grace Hopper',
  },
});

it('knows who was added here without reading it again, and reads who was added elsewhere', async () => {
  const [here, elsewhere] = [log.another(), log.another()];
  const [bus, other] = [await openBus(here), await openBus(elsewhere)];
  const named = async (name: string) => {
    const index = await DirectoryIndex.at(here, await here.head());
    return index.called('name', name.toLowerCase()).length;
  };
  await send(bus, 'add-employee', person('Byron'));
  const read = jest.spyOn(here, 'read');
  for (const name of ['One', 'Two', 'Three']) await send(bus, 'add-employee', person(name));
  expect([await named('Ada Three'), read.mock.calls.length]).toEqual([1, 0]);
  await send(other, 'add-employee', person('Four'));
  expect([await named('Ada Four'), read.mock.calls.length]).toEqual([1, 1]);
  await Promise.all(
    ['Five', 'Six', 'Seven', 'Eight'].map((name, turn) =>
      send(turn % 2 ? bus : other, 'add-employee', person(name)),
    ),
  );
  for (const name of ['Byron', 'One', 'Four', 'Five', 'Six', 'Seven', 'Eight'])
    expect([name, await named(`Ada ${name}`)]).toEqual([name, 1]);
});
