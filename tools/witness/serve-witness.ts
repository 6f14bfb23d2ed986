import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toOperator } from '@feusa/platform/start-fault';
import { openWitness, type WitnessSettings } from '@feusa/profiles/witness';
import { WITNESS_BODY_LIMIT, type Witnessing } from '@feusa/transparency/witness/port';

interface WitnessResponse {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
}

/** A witness without the product, until a signal stops it; says its address and its key. */
export async function serveUntilStopped({
  port,
  host,
  ...settings
}: WitnessSettings & { readonly port: number; readonly host: string }): Promise<void> {
  const { witness, close } = await openWitness(settings);
  const server = createServer((request, response) => void serve(witness, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: open } = server.address() as { port: number };
  console.log(`The witness listens at http://${host}:${open}`);
  console.log(witness.key);
  await new Promise((end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  });
  server.close();
  server.closeAllConnections();
  await close();
}

/** Answers for a witness that has a server of its own: `add-checkpoint` and `key`. */
export async function serve(
  witness: Witnessing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, type, text } = await answerOf(witness, request).catch(
    (fault: unknown): WitnessResponse => {
      console.error(toOperator(fault));
      return { status: 500, text: 'Something went wrong\n' };
    },
  );
  response.writeHead(status, { 'content-type': type ?? 'text/plain; charset=utf-8' }).end(text);
}

async function answerOf(witness: Witnessing, request: IncomingMessage): Promise<WitnessResponse> {
  const call = `${request.method} ${request.url}`;
  if (call === 'GET /key') return { status: 200, text: `${witness.key}\n` };
  if (call !== 'POST /add-checkpoint') return { status: 404, text: 'Not found\n' };
  const body = await bodyOf(request);
  return body === undefined ? { status: 413, text: 'Too large\n' } : witness.add(body);
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > WITNESS_BODY_LIMIT) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
