import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** As it stands in the snippets of the documentation. */
const HOST = 'intranet.example.com';
export const PUBLIC_URL = `https://${HOST}`;
const manual = path.resolve(import.meta.dirname, '../../docs/operations.md');

const snippet = (kind: string): string => {
  const found = new RegExp(`\`\`\`${kind}\n([^]*?)\n\`\`\``).exec(readFileSync(manual, 'utf8'));
  if (!found) throw new Error(`The manual has no snippet of ${kind}`);
  return found[1]!;
};

/** Whether a program is there; nginx and HAProxy must be. */
export const isThere = (program: string): boolean =>
  spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined;

/** A reverse proxy that was started with the words of the manual. */
export interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

/** Reverse proxies as the manual describes them, and what they need. */
export class Fronts {
  private readonly dir = mkdtempSync(path.join(tmpdir(), 'feusa-front-'));
  private readonly running: Running[] = [];

  constructor() {
    const [key, cert] = [this.file('intranet.key'), this.file('intranet.pem')];
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync(
      'openssl',
      ['req', '-x509', ...kind, ...subject, '-days', '2', '-keyout', key, '-out', cert],
      { stdio: 'ignore' },
    );
    const both = readFileSync(cert, 'utf8') + readFileSync(key, 'utf8');
    writeFileSync(this.file('intranet-with-key.pem'), both);
  }

  private file(name: string): string {
    return path.join(this.dir, name);
  }

  get certificate(): string {
    return readFileSync(this.file('intranet.pem'), 'utf8');
  }

  /** nginx before what listens at a port; without TLS it stands behind another proxy. */
  nginx(to: number, tls = true): Promise<Running> {
    const dir = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) =>
        `${kind === 'body' ? 'client_body' : kind}_temp_path ${this.file(`${to}-${kind}`)};`,
    );
    return this.start('nginx', (port) => {
      const server = this.fitted(snippet('nginx'), to)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('listen [::]:443', `listen [::1]:${port}`);
      const http = tls ? server : server.replaceAll(/ ssl;/g, ';').replaceAll(/ssl_.*\n/g, '');
      const config = this.file(`nginx-${port}.conf`);
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      writeFileSync(
        config,
        `${user} daemon off; worker_processes 1; pid ${config}.pid; error_log stderr error;
        events {} http { access_log off; ${dir.join(' ')} ${http} }`,
      );
      return ['-c', config, '-p', this.dir, '-e', 'stderr'];
    });
  }

  haproxy(to: number): Promise<Running> {
    return this.start('haproxy', (port) => {
      const config = this.file(`haproxy-${port}.cfg`);
      const text = this.fitted(snippet('haproxy'), to)
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace('bind [::]:443', `bind [::1]:${port}`);
      writeFileSync(config, `${text}\n`);
      return ['-db', '-f', config];
    });
  }

  /** Its own certificate comes from an authority on the internet: here it is given one. */
  caddy(to: number): Promise<Running> {
    return this.start('caddy', (port) => {
      const [cert, key] = [this.file('intranet.pem'), this.file('intranet.key')];
      const site = this.fitted(snippet('caddy'), to).replace(
        `${HOST} {`,
        `https://${HOST}:${port} {\n  bind 127.0.0.1 ::1\n  tls ${cert} ${key}`,
      );
      const config = this.file(`Caddyfile-${port}`);
      writeFileSync(
        config,
        `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${this.dir}\n}\n${site}\n`,
      );
      return ['run', '--adapter', 'caddyfile', '--config', config];
    });
  }

  private fitted(text: string, to: number): string {
    return text
      .replaceAll('/etc/ssl/', `${this.dir}/`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${to}`);
  }

  /** A port that somebody else has taken meanwhile is not waited for: another one is tried. */
  private async start(program: string, argumentsAt: (port: number) => string[]): Promise<Running> {
    for (let tries = 0; ; tries++) {
      const port = await freePort();
      const child = spawn(program, argumentsAt(port), { stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      child.stderr.on('data', (text) => (said += String(text)));
      child.on('error', (fault) => (said += fault.message));
      if (await listens(child, port)) {
        const stop = async () => {
          if (child.exitCode !== null) return;
          child.kill('SIGTERM');
          await once(child, 'exit');
        };
        this.running.push({ port, stop });
        return { port, stop };
      }
      if (tries === 4) throw new Error(`${program} does not start: ${said}`);
    }
  }

  async stop(): Promise<void> {
    for (const { stop } of this.running) await stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

/** False where the program ended instead, or could not be started. */
async function listens(child: ChildProcess, port: number): Promise<boolean> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    if (child.exitCode !== null || child.pid === undefined) return false;
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return child.exitCode === null;
    await new Promise((go) => setTimeout(go, 50));
  }
  child.kill('SIGKILL');
  return false;
}

export interface FrontAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Somebody at an address of their own, who knows the product by its public name only. */
export class Visitor {
  cookie = '';
  readonly agent: Agent;

  constructor(
    private readonly port: number,
    ca: string,
    /** Of the network that the machine is itself: 127.0.0.2 and so on, or ::1. */
    readonly address: string,
  ) {
    this.agent = new Agent({ keepAlive: true, ca, servername: HOST, maxSockets: 200 });
  }

  ask(method: string, url: string, { body, headers = {} }: Sent = {}): Promise<FrontAnswer> {
    const text = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          ...this.connection,
          ...{ method, path: url, agent: this.agent },
          headers: {
            ...this.headers,
            ...(text !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          let got = '';
          answer.setEncoding('utf8').on('data', (piece) => (got += piece));
          answer.on('error', reject);
          answer.on('end', () => {
            const json = (answer.headers['content-type'] ?? '').includes('json') && got !== '';
            const parsed = (json ? JSON.parse(got) : { text: got }) as Record<string, unknown>;
            resolve({ status: answer.statusCode!, headers: answer.headers, body: parsed });
          });
        },
      );
      asked.on('error', reject).end(text);
    });
  }

  get connection() {
    const host = this.address.includes(':') ? '::1' : '127.0.0.1';
    return { host, port: this.port, localAddress: this.address };
  }

  get headers(): Record<string, string> {
    return { host: HOST, origin: PUBLIC_URL, ...(this.cookie && { cookie: this.cookie }) };
  }

  async signIn(body: object, headers: Record<string, string> = {}): Promise<FrontAnswer> {
    const answer = await this.ask('POST', '/api/session', { body, headers });
    const [cookie] = answer.headers['set-cookie'] ?? [];
    if (cookie) this.cookie = cookie.split(';')[0]!;
    return answer;
  }
}
