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
  readonly address?: string;
  readonly requestId?: string;
  readonly reason?: string;
}

export type SecurityLog = (event: SecurityEvent, facts: SecurityFacts) => void;

/** Lines of JSON with `security: true`; pino escapes what could begin a line of its own. */
export function securityLog(log: Logger): SecurityLog {
  const child = log.child({ security: true });
  return (event, { email, ...facts }) =>
    child.info({ event, ...(email && { account: markOf(email) }), ...facts }, event);
}
