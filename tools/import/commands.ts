import { traceparentOf } from '@feusa/platform/telemetry/trace-ids';
import {
  clientOf,
  type CommandAnswer,
  type CommandBody,
  type CommandName,
} from '../client/client.js';
import type { Connection } from './connection.js';

/**
 * Sends a command under an idempotency key, so that a broken connection can be tried again. Nothing is added
 * beside something of the same name.
 * @throws Refused, Interrupted
 */
export async function send<N extends CommandName>(
  connection: Connection,
  name: N,
  body: CommandBody<N>,
  key: string,
): Promise<CommandAnswer<N>> {
  // All commands are called alike; which is which is said by the types of this function.
  const address = `/api/commands/${name}` as '/api/commands/add-folder';
  const { data } = await clientOf(connection).POST(address, {
    params: {
      header: { 'Idempotency-Key': key },
      ...(name.startsWith('add-') && { query: { onConflict: 'refuse' } }),
    },
    headers: { traceparent: traceparentOf(connection.flow) },
    body: body as CommandBody<'add-folder'>,
  });
  return data as CommandAnswer<N>;
}
