import { tsImport } from 'tsx/esm/api';

/** Jest's global setup of the project "integration". */
export default async () => {
  const { setup } = await tsImport('./postgres-setup.ts', import.meta.url);
  globalThis.feusaTeardown = await setup();
};
