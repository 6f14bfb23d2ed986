import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartFault } from '../start-fault.js';

export interface OsUser {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const CREATED = 'feusa-postgres';

/**
 * The user PostgreSQL runs as when we are root, which it refuses to be.
 * `undefined` means: as ourselves.
 * @param dir the data directory, which may not exist yet
 * @throws StartFault where the directory belongs to another user, or root finds no user to become.
 */
export const userFor = async (dir: string): Promise<OsUser | undefined> => {
  const owner = await stat(dir).catch(() => undefined);
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) {
    if (owner && owner.uid !== uid)
      throw new StartFault(
        `The database in ${dir} belongs to another user (uid ${owner.uid}): start as that user or as root.`,
      );
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return unprivilegedUser();
};

const unprivilegedUser = async (): Promise<OsUser> => {
  const found =
    (await lookUp('postgres')) ??
    (await lookUp('_postgres')) ??
    (await lookUp(CREATED)) ??
    (await create()) ??
    (await lookUp('nobody'));
  if (found) return found;
  throw new StartFault(
    'PostgreSQL does not run as root, and there is no other user to run it as: create the user postgres.',
  );
};

const lookUp = async (name: string): Promise<OsUser | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
};

const create = async (): Promise<OsUser | undefined> => {
  try {
    await run('groupadd', ['--system', CREATED]);
    const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'];
    await run('useradd', ['--system', '--gid', CREATED, ...home, CREATED]);
  } catch {
    return lookUp(CREATED);
  }
  return lookUp(CREATED);
};
