import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const PARTIAL = '.partial';

/**
 * Directories that are written under another name and get theirs when they are whole, in the order given.
 * What a killed process leaves behind never looks like one that is whole.
 */
export class Staging {
  private constructor(private readonly dirs: readonly string[]) {}

  /** @throws StartFault where one of the directories is there already, lies in another, or cannot be made */
  static async begin(dirs: readonly string[]): Promise<Staging> {
    refuseNested(dirs);
    for (const dir of dirs) {
      if (await exists(dir)) throw new StartFault(`${dir} is there already, and stays as it is.`);
    }
    const made: string[] = [];
    try {
      for (const dir of dirs) made.push(await make(dir));
    } catch (fault) {
      for (const each of made) await rm(each, { recursive: true, force: true });
      throw fault;
    }
    return new Staging(dirs);
  }

  /** Where a directory is written. */
  of(dir: string): string {
    return `${dir}${PARTIAL}`;
  }

  async commit(): Promise<void> {
    for (const dir of this.dirs) {
      await sync(this.of(dir));
      await rename(this.of(dir), dir);
      await sync(path.dirname(dir));
    }
  }

  async discard(): Promise<void> {
    for (const dir of this.dirs) await rm(this.of(dir), { recursive: true, force: true });
  }
}

/** Whether one directory is the other, or below it; both absolute. */
export const liesIn = (dir: string, other: string): boolean => `${dir}/`.startsWith(`${other}/`);

function refuseNested(dirs: readonly string[]): void {
  for (const [index, dir] of dirs.entries())
    for (const other of dirs.filter((_, at) => at !== index))
      if (liesIn(dir, other)) throw new StartFault(`${dir} and ${other} must be apart.`);
}

/** Answers with where a directory is written. @throws StartFault */
async function make(dir: string): Promise<string> {
  const partial = `${dir}${PARTIAL}`;
  const cannot = ({ code }: NodeJS.ErrnoException) => {
    throw new StartFault(`${dir} cannot be made (${code}).`);
  };
  await mkdir(path.dirname(partial), { recursive: true }).catch(cannot);
  await mkdir(partial, { mode: 0o700 }).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EEXIST') cannot(fault);
    throw new StartFault(
      `${partial} is being written by another backup, or was left by one that was killed: remove it then.`,
    );
  });
  return partial;
}

async function sync(dir: string): Promise<void> {
  const opened = await open(dir);
  await opened.sync().finally(() => opened.close());
}
