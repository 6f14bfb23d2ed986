import { TestEnvironment } from 'jest-environment-node';

/** `TEST_AGAIN=1` has every test that passes pass once more, to find those that CI could not try again. */
const { TEST_AGAIN } = process.env;

const isInstance = Function.prototype[Symbol.hasInstance];

/**
 * A test's own globals, in which what Node itself throws is an Error too, as it is in a program: Jest makes
 * new ones for every file. Hooks know from `hasFailed` whether their test failed, and from `fixture` what
 * sets up anew what a second try needs.
 */
export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const Ours of [Error, TypeError, RangeError, SyntaxError, AggregateError]) {
      const Theirs = this.global[Ours.name];
      Object.defineProperty(Theirs, Symbol.hasInstance, {
        value(value) {
          return isInstance.call(this, value) || (this === Theirs && value instanceof Ours);
        },
      });
    }
  }

  handleTestEvent({ name, test }, { describeRetryOptions }) {
    if (name === 'test_start') {
      this.global.hasFailed = false;
      this.global.fixture = fixtureOf(test, describeRetryOptions);
    }
    if (name === 'test_fn_failure') this.global.hasFailed = true;
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
