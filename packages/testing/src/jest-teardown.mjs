/** Jest's global teardown: ends what a setup of the same process has started, once. */
export default async () => {
  const { feusaTeardown } = globalThis;
  delete globalThis.feusaTeardown;
  await feusaTeardown?.();
};
