import type { AccessKind } from '@feusa/contracts/access-log';
import { streamOf } from '@feusa/contracts/events';
import type { AccessLog } from '@feusa/transparency/access-log/port';
import { markOf } from '@feusa/platform/telemetry/mark';
import type { Logger } from 'pino';

export const SECURITY_LOG = Symbol('SecurityLog');

/** What the security log tells about; marks of e-mail addresses (of one day) and ids, never a password, token or cookie. */
export type SecurityEvent =
  | 'signed in'
  | 'signed out'
  | 'sign-in failed'
  | 'sign-in limited'
  | 'stepped up'
  | 'step-up failed'
  | 'password changed'
  | 'invited'
  | 'invitation accepted'
  | 'invitation refused'
  | 'invitation withdrawn'
  | 'second factor set up'
  | 'second factor removed'
  | 'second factor taken away'
  | 'second factor wrong'
  | 'single sign-on released'
  | 'recovery code used'
  | 'recovery codes made'
  | 'password change failed'
  | 'session ended'
  | 'team password wrong'
  | 'registration refused'
  | 'registration accepted'
  | 'reset requested'
  | 'reset limited'
  | 'reset link refused'
  | 'password reset'
  | 'team password changed'
  | 'token made'
  | 'token ended';

export interface SecurityFacts {
  readonly email?: string;
  readonly userId?: string;
  /** The administrator who did it to somebody else. */
  readonly by?: string;
  readonly address?: string;
  readonly requestId?: string;
  readonly reason?: string;
}

export type SecurityLog = (event: SecurityEvent, facts: SecurityFacts) => void;

/** What the access log calls these; whatever else is about an account. */
const kinds: Partial<Record<SecurityEvent, AccessKind>> = {
  'signed in': 'signed-in',
  'signed out': 'signed-out',
  'sign-in failed': 'sign-in-failed',
  'sign-in limited': 'sign-in-failed',
  'second factor wrong': 'sign-in-failed',
  'team password wrong': 'sign-in-failed',
  'stepped up': 'step-up',
  'step-up failed': 'step-up',
};

/** Their events in the log are told of by themselves. */
const hasEvent: ReadonlySet<SecurityEvent> = new Set([
  'registration accepted',
  'invited',
  'invitation withdrawn',
]);

/** Lines of JSON with `security: true`; pino escapes what could begin a line of its own. The access log is told as well. */
export function securityLog(log: Logger, accessLog?: Pick<AccessLog, 'record'>): SecurityLog {
  const child = log.child({ security: true });
  return (event, { email, ...facts }) => {
    child.info({ event, ...(email && { account: markOf(email) }), ...facts }, event);
    const { userId, by, address, reason } = facts;
    const user = by ?? userId;
    const about = by && userId && streamOf('user', userId);
    const detail = reason === undefined ? event : `${event}: ${reason}`;
    if (hasEvent.has(event)) return;
    const kind = kinds[event] ?? 'account';
    accessLog?.record({ kind, user, email, address, about, detail });
  };
}
