import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttps } from 'node:https';
import { request } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTls } from 'node:tls';
import { openEmbeddedPostgres } from '@feusa/platform/embedded-postgres/server';
import { openPool } from '@feusa/platform/postgres/pool';
import { openEngine } from '@feusa/engines';
import { makeAuthority, type Certificate } from '@feusa/testing/certificates';
import { engineUrl } from '@feusa/testing/engine-addresses';

export const USER = 'feusa';
export const PASSWORD = 'tall-barley-7';

/** Engines that let nobody in without TLS and a password, each with a certificate of one authority. */
export interface Insisting {
  readonly env: NodeJS.ProcessEnv;
  /** Of an authority that has signed nothing here. */
  readonly otherCa: string;
  /** A port whose certificate is for another name. */
  readonly elsewhere: number;
  close(): Promise<void>;
}

export async function openInsisting(): Promise<Insisting> {
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-insisting-'));
  const [authority, other] = await Promise.all(
    ['ours', 'other'].map((name) => makeAuthority(dir, name)),
  );
  const { ca, issue } = authority!;
  const server = await issue('server', 'IP:127.0.0.1,DNS:localhost');
  const elsewhere = await issue('elsewhere', 'DNS:elsewhere.example');
  const insist = { ca, ...server, user: USER, password: PASSWORD };
  const [kafka, redis, postgres, search, s3, wrong] = await Promise.all([
    openEngine('kafka', { dir: path.join(dir, 'kafka'), brief: true, insist }),
    openEngine('redis', { dir: path.join(dir, 'redis'), brief: true, insist }),
    openPostgres(dir, server),
    openSearchProxy(server),
    openTlsProxy(server, new URL(engineUrl('s3'))),
    openTlsProxy(elsewhere, new URL(engineUrl('s3'))),
  ]);
  const env = {
    ...kafka.env,
    ...redis.env,
    ...{ KAFKA_TLS: 'true', KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: server.cert },
    ...{ KAFKA_TLS_KEY: server.key, KAFKA_SASL: 'scram-sha-512' },
    ...{ KAFKA_USER: USER, KAFKA_PASSWORD: PASSWORD },
    ...{ REDIS_TLS_CA: ca, OPENSEARCH_TLS_CA: ca, S3_TLS_CA: ca },
    OPENSEARCH_URL: `https://${USER}:${PASSWORD}@127.0.0.1:${portOf(search)}`,
    S3_ENDPOINT: `https://127.0.0.1:${portOf(s3)}`,
    DATABASE_URL: `${postgres.url}?sslmode=verify-full&sslrootcert=${ca}`,
  };
  return {
    ...{ env, otherCa: other!.ca, elsewhere: portOf(wrong) },
    async close() {
      for (const each of [search, s3, wrong]) each.close();
      await Promise.all([kafka.stop(), redis.stop(), postgres.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = <T extends Server>(server: T) =>
  new Promise<T>((done) => server.listen(0, '127.0.0.1', () => done(server)));
const read = async ({ cert, key }: Certificate) => ({
  cert: await readFile(cert),
  key: await readFile(key),
});

/** TLS in front of what speaks none. */
async function openTlsProxy(certificate: Certificate, { port }: URL): Promise<Server> {
  const server = createTls(await read(certificate), (socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    for (const end of [socket, behind]) end.on('error', () => (socket.destroy(), behind.destroy()));
    socket.pipe(behind).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  return listening(server);
}

/** TLS and a password in front of OpenSearch, as its security plugin asks for it. */
async function openSearchProxy(certificate: Certificate): Promise<Server> {
  const wanted = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const { port } = new URL(engineUrl('opensearch'));
  const server = createHttps(await read(certificate), (asked, answer) => {
    if (asked.headers.authorization !== wanted) {
      asked.resume();
      return void answer.writeHead(401).end('Unauthorized');
    }
    const { method, url: at, headers } = asked;
    const behind = request({ host: '127.0.0.1', port, method, path: at, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    behind.on('error', () => answer.destroy());
    asked.pipe(behind);
  });
  return listening(server);
}

/** Takes nobody in without TLS and a password from now on; what is connected stays. */
async function openPostgres(dir: string, { cert, key }: Certificate) {
  const home = path.join(dir, 'postgres');
  const server = await openEmbeddedPostgres({ dir: home, log: () => undefined });
  const pool = openPool({ url: server.url, max: 1, name: 'test' });
  const { uid, gid } = await stat(home);
  const own = path.join(home, 'server.key');
  await writeFile(own, await readFile(key), { mode: 0o600 });
  await writeFile(path.join(home, 'server.crt'), await readFile(cert), { mode: 0o644 });
  await chown(own, uid, gid);
  await chown(path.join(home, 'server.crt'), uid, gid);
  const { rows } = await pool.query<{ hba_file: string }>('show hba_file');
  await writeFile(rows[0]!.hba_file, 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  await pool.query("alter system set ssl = 'on'");
  await pool.query('select pg_reload_conf()');
  await pool.end();
  return { url: server.url.replace('127.0.0.1', 'localhost'), stop: () => server.stop() };
}
