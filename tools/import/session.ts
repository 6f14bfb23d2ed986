import { correlationIdOf } from '@feusa/platform/telemetry/trace-ids';
import type { SessionUser } from '@feusa/contracts/users';
import { StartFault } from '@feusa/platform/start-fault';
import { clientOf } from '../client/client.js';
import { Connection, Refused } from './connection.js';
import { Interrupted } from './retry.js';
import { whyRefused } from './why-refused.js';

const PATIENCE_MS = 3000;

export interface PasswordOf {
  readonly email: string;
  readonly password: string;
  readonly teamPassword: string;
}
interface Token {
  readonly token: string;
}
export type Credentials = PasswordOf | Token;

export interface Session {
  readonly connection: Connection;
  readonly user: SessionUser;
  /** Under which everything that this session adds is found in the log, and undone. */
  readonly correlationId: string;
}

/** Signs an administrator in. @throws StartFault where that cannot be, with the reason */
export async function openSession(address: string, credentials: Credentials): Promise<Session> {
  const connection = new Connection(address);
  try {
    const user = await signIn(connection, credentials);
    const correlationId = correlationIdOf(connection.flow.traceId);
    if (user.role === 'admin') return { connection, user, correlationId };
    throw new StartFault(`${user.email} is not an administrator; only administrators can import.`);
  } catch (fault) {
    connection.close();
    throw withReason(fault, connection);
  }
}

function withReason(fault: unknown, connection: Connection): unknown {
  const at = `Cannot sign in at ${connection.address}`;
  if (fault instanceof Refused) return new StartFault(`${at}: ${whyRefused(fault, connection)}`);
  if (!(fault instanceof Interrupted)) return fault;
  if (fault.isAnswered) return new StartFault(`${at}: ${fault.message}`);
  return new StartFault(`${fault.message}. Is FEUSA running there? Start it with npm start.`);
}

/** What a token is of is nobody's business; only an administrator's reads this list. */
async function useToken(connection: Connection, { token }: Token): Promise<SessionUser> {
  connection.token = token;
  const params = { query: { limit: '1' } };
  await clientOf(connection, PATIENCE_MS).GET('/api/trash', { params });
  return { id: 'token', email: 'an access token', role: 'admin' };
}

async function signIn(connection: Connection, credentials: Credentials): Promise<SessionUser> {
  if ('token' in credentials) return useToken(connection, credentials);
  const client = clientOf(connection, PATIENCE_MS);
  const { data, response } = await client.POST('/api/session', { body: credentials });
  connection.cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  return data!.user;
}

/** Ends the session on the server; a failure leaves a session that ends by itself. */
export async function closeSession({ connection }: Session): Promise<void> {
  if (connection.cookie)
    await connection.once({ method: 'DELETE', path: '/api/session' }).catch(() => undefined);
  connection.close();
}
