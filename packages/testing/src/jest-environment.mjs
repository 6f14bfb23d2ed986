import { AsyncLocalStorage } from 'node:async_hooks';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** `TEST_AGAIN=1` has every test that passes pass once more, to find those that CI could not try again. */
const { TEST_AGAIN } = process.env;

/** Where TypeORM keeps what our entities are, which a worker loads once. */
const ENTITIES = 'typeormMetadataArgsStorage';

/** Those that the file that runs now has used: Jest has one for every file, and as long as it is on, it slows down all promises. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
  storages.add(this);
  return run.apply(this, given);
};

/**
 * The realm of Node itself, as it is in a program: what packages make is an Error, an Array and an Object for
 * tests, too. What a file leaves behind in it goes after the file. Hooks know from `hasFailed` whether their
 * test failed, and from `fixture` what sets up anew what a second try needs.
 */
export default class Environment {
  global = globalThis;
  #before = Object.getOwnPropertyDescriptors(globalThis);
  #process = Object.getOwnPropertyDescriptors(process);
  #env = { ...process.env };
  #listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  setup() {
    globalThis.hasFailed = false;
  }

  teardown() {
    this.fakeTimersModern.dispose();
    for (const storage of storages) storage.disable();
    storages.clear();
    restore(globalThis, this.#before);
    restore(process, this.#process);
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    // At the worker's end packages end what they have started, such as the browser that files share.
    for (const name of process.eventNames().filter((each) => each !== 'exit'))
      for (const listener of process.rawListeners(name))
        if (!this.#listeners.get(name)?.includes(listener)) process.off(name, listener);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  // Of no use to `jest-runtime.mjs`, yet Jest asks for it.
  getVmContext() {
    return null;
  }

  handleTestEvent({ name, test }, { describeRetryOptions }) {
    if (name === 'test_start') {
      globalThis.hasFailed = false;
      globalThis.fixture = fixtureOf(test, describeRetryOptions);
    }
    if (name === 'test_fn_failure') globalThis.hasFailed = true;
    if (name === 'test_done' && TEST_AGAIN === '1' && test.invocations === 1)
      if (test.errors.length === 0) test.errors.push(new Error('TEST_AGAIN'));
  }
}

/** What ends, and what sets up, what a test that is tried again has in common with those beside it. */
const fixtureOf = (test, triedAsOne) => {
  const none = { ends: [], begins: [] };
  if (test.invocations === 1) return none;
  const blocks = [];
  for (let block = test.parent; block; block = block.parent) if (triedAsOne.has(block)) return none;
  for (let block = test.parent; block; block = block.parent)
    if (block.hooks.some(({ type }) => type === 'beforeAll')) blocks.push(block);
  const hooks = (wanted) => (block) =>
    block.hooks.flatMap(({ type, fn }) => (type === wanted ? fn : []));
  return {
    ends: blocks.flatMap(hooks('afterAll')),
    begins: blocks.toReversed().flatMap(hooks('beforeAll')),
  };
};

const restore = (target, before) => {
  for (const name of Reflect.ownKeys(target))
    if (!Object.hasOwn(before, name) && name !== ENTITIES) Reflect.deleteProperty(target, name);
  for (const name of Reflect.ownKeys(before)) {
    const { configurable, value } = before[name];
    if (configurable && Object.getOwnPropertyDescriptor(target, name)?.value !== value)
      Object.defineProperty(target, name, before[name]);
  }
};
