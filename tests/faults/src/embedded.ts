import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built, Program } from '@feusa/cluster/program';
import { freePort } from '@feusa/engines/ports';
import { request } from './client/http.js';
import type { Random } from './random.js';
import { Report } from './report.js';
import { until } from './until.js';

const STARTED_MS = 30_000;
const TEAM = 'green tractor';
const PASSWORD = 'brisk walnut harvest';
const ADMIN = 'ada@feusa.example';

interface EmbeddedOptions {
  readonly random: Random;
  readonly rounds: number;
}

/** F35: the standalone profile is killed again and again, and starts on what is left every time. */
export async function playEmbedded({ random, rounds }: EmbeddedOptions): Promise<Report> {
  const report = new Report();
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-embedded-'));
  const program = new Standalone(dir, await freePort());
  const folders: string[] = [];
  try {
    await program.start(60_000);
    const { ino } = await stat(path.join(dir, 'postgres'));
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      const cookie = await program.signIn();
      for (let count = 0; count < 5; count++) folders.push(await program.addFolder(cookie));
      await sleep(random.below(300));
      await program.kill();
      slowest = Math.max(slowest, await program.start(120_000));
    }
    report.recovered('slowest start', slowest, STARTED_MS);
    report.expect((await stat(path.join(dir, 'postgres'))).ino === ino, 'the data was made anew');
    const page = await program.folders(await program.signIn());
    const lost = folders.filter((id) => !page.includes(id));
    report.expect(lost.length === 0, `I1: ${lost.length} accepted folders are lost`);
    report.fact(`${rounds} times, ${folders.length} folders accepted`);
  } catch (fault) {
    report.expect(false, `the scenario broke off: ${String(fault)}`);
  } finally {
    await program.stop();
    await rm(dir, { recursive: true, force: true });
  }
  return report;
}

class Standalone {
  private program: Program | undefined;
  private readonly address: string;

  constructor(
    private readonly dir: string,
    private readonly port: number,
  ) {
    this.address = `http://127.0.0.1:${port}`;
  }

  /** Answers once it is ready, with how long that took, ms. */
  start(ms: number): Promise<number> {
    this.program = new Program(built('main'), {
      keep: 4096,
      env: {
        ...process.env,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATABASE_URL: '',
        FEUSA_DATA_DIR: this.dir,
        FEUSA_TEAM_PASSWORD: TEAM,
        FEUSA_ADMIN_EMAIL: ADMIN,
        FEUSA_ADMIN_PASSWORD: PASSWORD,
      },
    });
    const isReady = async () =>
      (await request('GET', `${this.address}/health/ready`, { patienceMs: 2000 })).status === 200;
    return until('the program', isReady, ms);
  }

  async kill(): Promise<void> {
    await this.program?.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.program?.end();
  }

  async signIn(): Promise<string> {
    const body = { email: ADMIN, password: PASSWORD, teamPassword: TEAM };
    const { headers } = await request('POST', `${this.address}/api/session`, { body });
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  async addFolder(cookie: string): Promise<string> {
    const body = { name: 'Kept', parentId: null };
    const url = `${this.address}/api/commands/add-folder`;
    const reply = await request('POST', url, { cookie, body });
    if (reply.status !== 200) throw new Error(`a command got ${reply.status} ${reply.text}`);
    return String(reply.body['id']);
  }

  async folders(cookie: string): Promise<string> {
    return (await request('GET', `${this.address}/api/folders`, { cookie })).text;
  }
}
