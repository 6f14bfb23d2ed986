/** The correlations of which something waits: nothing of that is done yet, or can be undone. */
const ids = new Set<string>();

export const noteWaiting = (correlationId: string): void => void ids.add(correlationId);
export const noWaiting = (correlationId: string): void => void ids.delete(correlationId);
export const isWaiting = (correlationId: string): boolean => ids.has(correlationId);
