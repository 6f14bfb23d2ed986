/** Jest's global teardown: ends what the setup of the same process has started. */
export default () => globalThis.feusaTeardown();
