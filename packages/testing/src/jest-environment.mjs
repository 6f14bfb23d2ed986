import { TestEnvironment } from 'jest-environment-node';

const isInstance = Function.prototype[Symbol.hasInstance];

/**
 * A test's own globals, in which what Node itself throws is an Error too, as it is in a program: Jest makes
 * new ones for every file. Hooks know from `hasFailed` whether their test failed.
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

  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasFailed = false;
    if (name === 'test_fn_failure') this.global.hasFailed = true;
  }
}
