import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { openWitness } from '@feusa/adapters/open-witness';
import { StartFault } from '@feusa/adapters/start-fault';
import { isKeyName } from '@feusa/adapters/transparency/checkpoint';
import { serve } from '../serve-witness.js';
import { run } from './run.js';

const USAGE =
  'Usage: npm run witness -- --port P --dir D --log NAME+ID+KEY [--log …] [--name NAME] [--host H]';

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    const many = { ...text, multiple: true } as const;
    const name = { ...text, default: 'feusa-witness' } as const;
    const host = { ...text, default: '127.0.0.1' } as const;
    const options = { port: text, dir: text, log: many, name, host } as const;
    const { values } = parseArgs({ options });
    const { dir, log, port } = values;
    const isPort = /^\d{1,5}$/.test(port ?? '') && Number(port) < 65_536;
    if (dir && log && isPort && isKeyName(values.name))
      return { dir, logs: log, port: Number(port), name: values.name, host: values.host };
  } catch {
    // Falls through to the usage.
  }
  throw new StartFault(USAGE);
}

run(async () => {
  const { port, host, ...options } = readArguments();
  const { witness, close } = await openWitness(options);
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
});
