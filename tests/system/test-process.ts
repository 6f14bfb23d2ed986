import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const READY = /FEUSA is ready at (\S+)/;

/** A process beside those of the test, which feels signals as those of a company do. */
export interface OwnProcess {
  readonly address: string;
  signal(name: NodeJS.Signals): void;
  /** Ends it at once, if nothing has. */
  kill(): Promise<void>;
}

/** The standalone profile in a process of its own. @throws with what it says where it does not get ready */
export async function startProcess(settings: NodeJS.ProcessEnv): Promise<OwnProcess> {
  const main = path.join(root, 'services/standalone/src/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    cwd: root,
    env: { ...process.env, FEUSA_PROFILE: 'standalone', ...settings, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  const address = await new Promise<string>((ready, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        said += String(piece);
        const found = READY.exec(said)?.[1];
        if (found) ready(found);
      });
    child.once('exit', () => fail(new Error(said)));
  });
  return {
    address,
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
