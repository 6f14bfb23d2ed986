import { withLock } from '@feusa/platform/postgres/session';

const lockOf = (tool: string, busy: string) => ({
  name: `feusa-${tool}`,
  busy: `${busy} by another \`npm run ${tool}\`. Wait until it ends; nothing was changed by this one.`,
});
const REBUILD = lockOf('rebuild', 'The read model is being rebuilt');
const REHEARSAL = lockOf('dead-letters', 'Redrives are being rehearsed');

/** Rebuilds where nobody else does: two at once would take from each other the tables that they fill. @throws StartFault */
export const rebuildAlone = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  withLock(url, REBUILD, work);

/** Rehearses redrives where nobody else does, in tables that are everybody's. @throws StartFault */
export const rehearseAlone = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  withLock(url, REHEARSAL, work);
