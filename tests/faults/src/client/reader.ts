import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { ClientLog } from './client-log.js';
import type { Company } from './company.js';
import { request } from './http.js';
import type { Client } from './sender.js';

export type ReadKind = 'browse' | 'directory' | 'search';

export interface Read {
  readonly kind: ReadKind;
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly code: string;
}

/** Somebody who looks around all the time. */
export class Reader {
  readonly reads: Read[] = [];

  constructor(
    private readonly address: string,
    private readonly as: Client,
    private readonly log: ClientLog,
    private readonly company: Company,
  ) {}

  async run(random: Random, ended: AbortSignal): Promise<void> {
    const paths: Record<ReadKind, () => string> = {
      browse: () => `/api/folders/${this.company.stage}`,
      directory: () => '/api/employees?limit=50',
      search: () => `/api/search?q=${encodeURIComponent(this.company.searched(random))}`,
    };
    while (!ended.aborted) {
      for (const kind of ['browse', 'directory', 'search'] as const) {
        await this.read(kind, paths[kind]());
        await sleep(60 + random.below(120));
      }
    }
  }

  private async read(kind: ReadKind, path: string): Promise<void> {
    const at = Date.now();
    const reply = await request('GET', this.address + path, { cookie: this.as.cookie });
    this.log.look(`GET ${path}`, reply);
    const { ms, status, code } = reply;
    this.reads.push({ kind, at, ms, status, code });
  }
}
