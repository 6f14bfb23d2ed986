import { tsImport } from 'tsx/esm/api';

/** Jest's global setup of the project "e2e". */
export default async () => {
  const { prepare } = await tsImport('./prepared.ts', import.meta.url);
  globalThis.feusaTeardown = await prepare();
};
