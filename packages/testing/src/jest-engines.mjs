import { tsImport } from 'tsx/esm/api';

/** Jest's global setup of the projects whose tests need engines: those of one run share them. */
export default async ({ testPathPatterns }) => {
  if (globalThis.feusaTeardown) return;
  const { setup } = await tsImport('./engines-setup.ts', import.meta.url);
  const { patterns } = testPathPatterns;
  const isWhole = process.env.FEUSA_TEST_ALL_ENGINES === 'true';
  globalThis.feusaTeardown = await setup({ patterns, isWhole });
};
