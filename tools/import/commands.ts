import type { CommandAnswer, CommandInput, CommandName } from '@feusa/contracts/commands';
import { traceparentOf } from '@feusa/platform/telemetry/trace-ids';
import type { Connection } from './connection.js';

const json = { 'content-type': 'application/json' };

/**
 * Sends a command under an idempotency key, so that a broken connection can be tried again. Nothing is added
 * beside something of the same name.
 * @throws Refused, Interrupted
 */
export async function send<N extends CommandName>(
  connection: Connection,
  name: N,
  body: CommandInput<N>,
  key: string,
): Promise<CommandAnswer> {
  const bytes = Buffer.from(JSON.stringify(body));
  const answer = await connection.ask({
    method: 'POST',
    path: `/api/commands/${name}${name.startsWith('add-') ? '?onConflict=refuse' : ''}`,
    headers: { ...json, 'idempotency-key': key, traceparent: traceparentOf(connection.flow) },
    body: () => bytes,
    length: bytes.length,
  });
  return JSON.parse(answer.text) as CommandAnswer;
}

/** Asks for something to read. @throws Refused, Interrupted */
export async function read<T>(connection: Connection, path: string): Promise<T> {
  return JSON.parse((await connection.ask({ method: 'GET', path })).text) as T;
}
