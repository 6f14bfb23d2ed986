import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import { memoryOf } from '../kit.js';

interface Process {
  readonly id: number;
  readonly parent: number;
  /** Seconds that processors have worked for it. */
  readonly worked: number;
  readonly name: string;
}

/** A process and all below it, PostgreSQL's and the readers of texts among them. */
async function family(root: number): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,cputimes=,comm=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([id, parent, worked, name = '']) => ({
      ...{ id: Number(id), parent: Number(parent), worked: Number(worked), name },
    }));
  const below = (id: number): Process[] =>
    all.filter(({ parent }) => parent === id).flatMap((each) => [each, ...below(each.id)]);
  return [...all.filter(({ id }) => id === root), ...below(root)];
}

export interface Cost {
  readonly serverMiB: number;
  readonly otherNodeMiB: number;
  readonly postgresMiB: number;
  readonly serverSeconds: number;
  readonly load: number;
}

export async function costOf(root: number): Promise<Cost> {
  const all = await family(root);
  const sum = async (some: readonly Process[]) => {
    const sizes = await Promise.all(some.map(({ id }) => memoryOf(id)));
    return Math.round(sizes.reduce((total, size) => total + size, 0));
  };
  const isPostgres = ({ name }: Process) => name.startsWith('postgres');
  const server = all.filter(({ id }) => id === root);
  return {
    serverMiB: await sum(server),
    otherNodeMiB: await sum(all.filter((each) => each.id !== root && !isPostgres(each))),
    postgresMiB: await sum(all.filter(isPostgres)),
    serverSeconds: server[0]?.worked ?? 0,
    load: Math.round(loadavg()[0]! * 10) / 10,
  };
}
