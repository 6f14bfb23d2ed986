// What a measured system is given: processes, an HTTP client and a PostgreSQL of its own.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from '@feusa/cluster/program';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import pg from 'pg';
import { Pool } from 'undici';

export interface Launched {
  readonly pid: number;
  readonly gone: boolean;
  readonly ended: Promise<unknown>;
}

function launch(
  _name: string,
  file: string,
  args: string[],
  { env }: { env: NodeJS.ProcessEnv },
): Launched {
  const program = new Program(args, { file, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    pid: program.pid,
    get gone() {
      return program.isOver;
    },
    ended: program.ended,
  };
}

async function end(launched: Launched | undefined): Promise<void> {
  if (!launched || launched.gone) return;
  process.kill(launched.pid, 'SIGTERM');
  await launched.ended;
}

function client(
  origin: string,
  {
    connections = 64,
    headers = {},
  }: { connections?: number; headers?: Record<string, string> } = {},
) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const raw = async (
    method: string,
    address: string,
    { body, headers: more }: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const options = { method, path: address, body, headers: { ...headers, ...more } };
    const answer = await pool.request(options as never);
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode >= 300)
      throw new Error(`${address}: ${answer.statusCode} ${String(bytes)}`);
    return { body: bytes, headers: answer.headers };
  };
  return {
    raw,
    async json(method: string, address: string, data: unknown) {
      const json = { 'content-type': 'application/json' };
      const { body } = await raw(method, address, { body: JSON.stringify(data), headers: json });
      return JSON.parse(body.toString('utf8')) as Record<string, never>;
    },
    download: (address: string) =>
      new Promise<number>((resolve, reject) => {
        const request = http.get(origin + address, { headers }, (answer) => {
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
          answer.on('end', () => resolve(bytes));
        });
        request.on('error', reject);
      }),
    close: () => pool.destroy(),
  };
}

function* chunks(bytes: Buffer, size = 262_144): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const probe = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      );
    });
    request.on('error', reject);
  });

async function until(done: () => Promise<boolean>, ms: number): Promise<void> {
  for (const start = performance.now(); performance.now() - start < ms; await sleep(4)) {
    if (await done().catch(() => false)) return;
  }
  throw new Error('the system did not get ready');
}

/** Memory of a process that is its own, in MiB (PSS). */
export async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
}

export type Kit = Awaited<ReturnType<typeof openKit>> & { readonly port?: number };

/** `settings`: of PostgreSQL, in place of our own. */
export async function openKit(settings: Record<string, string> = {}) {
  const scratch = await mkdtemp(path.resolve('.bench-'));
  const server = await openEmbeddedPostgres({
    dir: path.join(scratch, 'postgres'),
    log: () => {},
    settings,
  });
  const url = (name: string) => Object.assign(new URL(server.url), { pathname: name }).href;
  const query = async (text: string) => {
    const connection = new pg.Client(server.url);
    await connection.connect();
    const { rows } = await connection.query<Record<string, string>>(text);
    await connection.end();
    return rows;
  };
  return {
    ...{ launch, end, client, chunks, until, probe, scratch },
    pg: {
      url,
      async freshDb(name: string) {
        await query(`drop database if exists ${name} with (force)`);
        await query(`create database ${name}`);
      },
      pgVersion: async () => (await query('show server_version'))[0]?.['server_version'] ?? '',
    },
    async close() {
      await server.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
