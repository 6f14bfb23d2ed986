import path from 'node:path';
import { isKeyName } from '@feusa/transparency/checkpoint';
import { readArguments, wrongUse } from '../arguments.js';
import { serveUntilStopped } from './serve-witness.js';
import { startOverWith } from '../accept-log/start-over.js';
import { run, userDirectory } from '../run.js';

const USAGE = `Usage: npm run witness -- --port P --dir D --log NAME+ID+KEY [--log …] [--name NAME] [--host H]
       npm run witness -- start-over --log NAME+ID+KEY --statement FILE --by NAME --reason TEXT [--dir D]

The first serves a witness. The second has it forget one log, whose operators have signed with accept-log
that they go on with another history: FILE is their statement. What it forgets is kept aside, with NAME and
TEXT. Without --dir the witness is this installation, by its settings.`;

const text = { type: 'string' } as const;
const many = { ...text, multiple: true } as const;

function readServing() {
  const name = { ...text, default: 'feusa-witness' } as const;
  const host = { ...text, default: '127.0.0.1' } as const;
  const options = { port: text, dir: text, log: many, name, host } as const;
  const { values, positionals } = readArguments(USAGE, options);
  const { dir, log, port } = values;
  const isPort = /^\d{1,5}$/.test(port ?? '') && Number(port) < 65_536;
  if (!dir || !log || !isPort || !isKeyName(values.name) || positionals.length > 0)
    return wrongUse(USAGE);
  return {
    dir: path.resolve(userDirectory(), dir),
    logs: log,
    port: Number(port),
    name: values.name,
    host: values.host,
  };
}

function readStartOver(args: string[]) {
  const options = { log: text, statement: text, by: text, reason: text, dir: text } as const;
  const { values, positionals } = readArguments(USAGE, options, args);
  const { log, statement, by, reason, dir } = values;
  if (!log || !statement || !by?.trim() || !reason?.trim() || positionals.length > 0)
    return wrongUse(USAGE);
  const at = (file: string) => path.resolve(userDirectory(), file);
  return { log, statement: at(statement), by, reason, ...(dir !== undefined && { dir: at(dir) }) };
}

run(async () => {
  const [first, ...rest] = process.argv.slice(2);
  if (first === 'start-over') await startOverWith(readStartOver(rest));
  else await serveUntilStopped(readServing());
});
