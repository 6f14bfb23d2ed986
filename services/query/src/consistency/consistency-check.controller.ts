import type {
  ComparisonLine,
  ComparisonStep,
  FingerprintReport,
} from '@feusa/contracts/fingerprint';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { answerInLines, wantsLines } from '@feusa/http/lines';
import { parsed } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Rates } from './check.js';
import { ReportRepository } from './report-repository.js';
import { ConsistencyWatch } from './watch.js';

/** Bytes a second, where somebody waits for it. */
const ASKED_BYTES = 50_000_000;
const WRITE_EVERY_MS = 200;

const flag = z.enum(['1', 'true'], { error: 'Must be 1 where it is given' }).optional();
const CheckQuery = z.strictObject({ last: flag, files: flag });

/** Whether what is on the screens is what a replay of the log makes. */
@Controller('api/audit')
@Access('auditor')
export class ConsistencyCheckController {
  private comparing = false;

  constructor(
    @Inject(ConsistencyWatch) private readonly watch: ConsistencyWatch,
    @Inject(ReportRepository) private readonly reports: ReportRepository,
  ) {}

  /**
   * Compares now, with `files` those too; with `last` answers what was found the last time. Where lines are
   * asked for they tell how far it is; it ends where nobody listens any more.
   */
  @Get('fingerprint')
  async fingerprint(
    @Query(parsed(CheckQuery)) { last, files }: z.output<typeof CheckQuery>,
    @Req() request: AppRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (last) return void reply.send((await this.reports.last()) ?? refuse('not-found'));
    if (this.comparing) refuse('too-many-requests', { retryAfter: 5 });
    const rates = { events: Infinity, ...(files && { bytes: ASKED_BYTES }) };
    if (!wantsLines(request.headers.accept)) return void reply.send(await this.compare(rates));
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    await answerInLines<ComparisonLine>(reply, (write) => {
      const onStep = seldom((step: ComparisonStep) => write({ step }));
      return this.compare({ ...rates, onStep, signal: gone.signal });
    }).catch((fault: unknown) => {
      if (!gone.signal.aborted) throw fault;
    });
  }

  private async compare(rates: Rates): Promise<FingerprintReport> {
    this.comparing = true;
    try {
      return await this.watch.round(rates);
    } finally {
      this.comparing = false;
    }
  }
}

/** The same, but not more often than somebody can see; a new stage is told at once. */
function seldom(write: (step: ComparisonStep) => void): (step: ComparisonStep) => void {
  let [stage, writtenAt] = ['', -Infinity];
  return (step) => {
    if (step.stage === stage && performance.now() - writtenAt < WRITE_EVERY_MS) return;
    [stage, writtenAt] = [step.stage, performance.now()];
    write(step);
  };
}
