import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { leftOvers, removeLeftOver } from '@feusa/testing/left-overs';
import { DATA_PREFIX, killAll, spawnProduct, temporaryData } from './product.js';

const PREPARED = 'FEUSA_E2E_PREPARED';
const TRIES = 3;

/**
 * Starts a product once for all files: what its first start makes is then copied. A run that was killed could
 * remove nothing.
 * @returns the teardown
 * @throws where it does not start
 */
export const prepare = async (): Promise<() => Promise<void>> => {
  await Promise.all((await leftOvers(DATA_PREFIX)).map(removeLeftOver));
  const data = await temporaryData();
  await startAndStop(data.dir).catch(async (fault: unknown) => {
    await data.remove();
    throw fault;
  });
  process.env[PREPARED] = data.dir;
  return data.remove;
};

/** A start that a busy machine cut off is gone on with, as everywhere. */
const startAndStop = async (dir: string, tries = TRIES): Promise<void> => {
  const product = spawnProduct(dir);
  try {
    await product.ready();
    product.signal('SIGTERM');
    await product.ended;
  } catch (fault) {
    killAll(product.processes());
    if (tries === 1) throw fault;
    await startAndStop(dir, tries - 1);
  }
};

/** The data directory of a product after its first start, where one was prepared; else an empty one. */
export const preparedData: typeof temporaryData = async () => {
  const data = await temporaryData();
  const prepared = process.env[PREPARED];
  if (prepared) await promisify(execFile)('cp', ['-a', prepared, data.dir]);
  return data;
};
