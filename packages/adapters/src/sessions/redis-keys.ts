/**
 * What lies in Redis. A change leaves a mark for 30 s, which outlasts every look-up that began before
 * it; nothing is kept of, nor read for, a session while it or its user is marked.
 */
export const sessionKey = (sessionId: string): string => `feusa:session:${sessionId}`;
export const MARK = 'feusa:session-changed:';
export const MARK_MS = 30_000;
export const CHANGES = 'feusa:session-changes';
