import { setTimeout as sleep } from 'node:timers/promises';
import { StartFault } from '../start-fault.js';
import { freePort, greeting, type Address } from './address.js';
import { lastFault, logFile } from './log-file.js';
import { isServerOf, readPidFile } from './pid-file.js';
import { wrongPassword } from './password.js';
import {
  endPostmaster,
  foundPostmaster,
  spawnPostmaster,
  type Launch,
  type Postmaster,
} from './postmaster.js';

/** Servers of killed processes need a moment to let go of their memory, and ports get taken. */
const PASSING = /shared memory|lock file|could not (bind|create any TCP)/;
const PATIENCE = 30_000;
const RECOVERY = 120_000;

export interface StartedPostgres {
  postmaster: Postmaster;
  adopted: boolean;
}

/**
 * Adopts the server that already serves the directory, or starts one, and waits until it answers.
 * @param port the port to keep; without one any free port is taken
 * @throws StartFault with PostgreSQL's own last message where it does not come up in 30 s, or at once where
 *   it does not know our password
 */
export const adoptOrStart = async (
  launch: Launch,
  port?: number,
  signal?: AbortSignal,
): Promise<StartedPostgres> => {
  const { dir, password } = launch;
  const end = performance.now() + PATIENCE;
  let fault = 'the server that is already running there does not answer';
  while (performance.now() < end && !signal?.aborted) {
    const found = await findRunning(dir);
    if (!found) {
      const postmaster = await spawnPostmaster(launch, port ?? (await freePort()));
      if (await comesUp(postmaster, launch, signal)) return { postmaster, adopted: false };
      fault = lastFault(dir);
      if (!PASSING.test(fault)) break;
    } else {
      const said = await greeting({ port: found.port, password }, dir);
      if (said === 'refused') throw wrongPassword(dir);
      if (said === 'ours')
        return { postmaster: foundPostmaster(found.pid, found.port, dir), adopted: true };
    }
    await sleep(100);
  }
  throw new StartFault(`PostgreSQL in ${dir} does not start: ${fault} (see ${logFile(dir)}).`);
};

const findRunning = async (dir: string) => {
  const found = await readPidFile(dir);
  return found && (await isServerOf(dir, found.pid)) ? found : undefined;
};

/** Recovery after a crash may take longer than a start, and is left to go on when we stop waiting. */
const comesUp = async (postmaster: Postmaster, launch: Launch, signal?: AbortSignal) => {
  const address = { port: postmaster.port, password: launch.password };
  const end = performance.now() + RECOVERY;
  for (let pause = 20; performance.now() < end && (await postmaster.alive()); pause *= 1.3) {
    const said = await greeting(address, launch.dir);
    if (said === 'ours') return true;
    if (said === 'refused' && (await isOurs(postmaster, address, launch.dir))) {
      await endPostmaster(postmaster);
      throw wrongPassword(launch.dir);
    }
    if (signal?.aborted) await endPostmaster(postmaster);
    await sleep(Math.min(pause, 250));
  }
  return false;
};

/** Another server that took the port meanwhile would refuse too; ours ends without its port. */
const isOurs = async (postmaster: Postmaster, address: Address, dir: string) => {
  await sleep(1000);
  return (await postmaster.alive()) && (await greeting(address, dir)) === 'refused';
};
