import { tsImport } from 'tsx/esm/api';

/** Jest's global setup of the projects whose tests need engines: those of one run share them. */
export default async ({ testPathPatterns }, { displayName }) => {
  if (globalThis.feusaTeardown) return;
  const { setup } = await tsImport('./engines-setup.ts', import.meta.url);
  const { patterns } = testPathPatterns;
  globalThis.feusaTeardown = await setup({ patterns, isWhole: displayName.name !== 'engines' });
};
