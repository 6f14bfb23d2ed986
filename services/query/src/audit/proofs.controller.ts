import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { TRANSPARENT_LOG, type TransparentLog } from '@feusa/transparency/port';
import { ConsistencyQuery, ProofQuery } from '@feusa/contracts/audit';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import type { z } from 'zod';
import { After } from '../query-params.js';
import { base64, headBeyond, inclusionProof } from './inclusion.js';
import { newestCheckpoint } from './newest.js';

const TEXT = 'text/plain; charset=utf-8';

/** What an auditor checks without trust: signed checkpoints, and proofs that fit to them. */
@Controller('api/audit')
@Access('auditor')
export class ProofsController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRANSPARENT_LOG) private readonly transparentLog: TransparentLog,
  ) {}

  @Get('key')
  @Header('content-type', TEXT)
  async key(): Promise<string> {
    return `${await this.transparentLog.logKey()}\n`;
  }

  /** The oldest first. */
  @Get('successions')
  async successions(): Promise<{ successions: readonly string[] }> {
    return { successions: await this.transparentLog.successions() };
  }

  @Get('checkpoint')
  @Header('content-type', TEXT)
  async checkpoint(@Query(parsed(After)) { after }: z.output<typeof After>): Promise<string> {
    await this.transparentLog.reached(after);
    return (await newestCheckpoint(this.store, this.transparentLog)).note;
  }

  @Get('proof')
  async proof(@Query(parsed(ProofQuery)) { position, size: asked }: z.output<typeof ProofQuery>) {
    const head = await headBeyond(this.store, asked === undefined ? { position } : { size: asked });
    return inclusionProof(this.transparentLog, position, asked ?? head);
  }

  @Get('consistency')
  async consistency(
    @Query(parsed(ConsistencyQuery)) { from, to }: z.output<typeof ConsistencyQuery>,
  ) {
    await headBeyond(this.store, { to });
    await this.transparentLog.reached(to);
    const proof = await this.transparentLog.consistency(from, to);
    return { from: String(from), to: String(to), proof: proof.map(base64) };
  }
}
