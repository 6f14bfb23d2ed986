import { withLock } from '@feusa/platform/postgres/session';

const underWay = {
  rebuild: 'The read model is being rebuilt',
  'dead-letters': 'Redrives are being rehearsed',
  'turn-key': 'A key is being turned',
} as const;

/**
 * Does what a tool may do once at a time on a database: two at once would take from each other what they make.
 * @throws StartFault where another one does it
 */
export function onceAtATime<T>(
  url: string,
  tool: keyof typeof underWay,
  work: () => Promise<T>,
): Promise<T> {
  const busy = `${underWay[tool]} by another \`npm run ${tool}\`. Wait until it ends; nothing was changed by this one.`;
  return withLock(url, { name: `feusa-${tool}`, busy }, work);
}
