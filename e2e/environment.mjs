import { TestEnvironment } from 'jest-environment-node';

/** Lets the hooks after a test know whether it failed. */
export default class BrowserEnvironment extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasFailed = false;
    if (name === 'test_fn_failure') this.global.hasFailed = true;
  }
}
