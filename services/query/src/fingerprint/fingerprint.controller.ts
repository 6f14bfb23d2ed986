import type { FingerprintReport } from '@feusa/contracts/fingerprint';
import { refuse } from '@feusa/contracts/refusals';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { z } from 'zod';
import { ReportBook } from './report-book.js';
import { Watch } from './watch.js';

/** Bytes a second, where somebody waits for it. */
const ASKED_BYTES = 50_000_000;

const flag = z.enum(['1', 'true'], { error: 'Must be 1 where it is given' }).optional();
const Ask = z.strictObject({ last: flag, files: flag });

/** Whether what is on the screens is what a replay of the log makes. */
@Controller('api/audit')
@Access('auditor')
export class FingerprintController {
  private comparing = false;

  constructor(
    @Inject(Watch) private readonly watch: Watch,
    @Inject(ReportBook) private readonly book: ReportBook,
  ) {}

  /** Compares now, with `files` those too; with `last` answers what was found the last time. */
  @Get('fingerprint')
  async fingerprint(
    @Query(parsed(Ask)) { last, files }: z.output<typeof Ask>,
  ): Promise<FingerprintReport> {
    if (last) return (await this.book.last()) ?? refuse('not-found');
    if (this.comparing) refuse('too-many-requests', { retryAfter: 5 });
    this.comparing = true;
    try {
      return await this.watch.round({ events: Infinity, ...(files && { bytes: ASKED_BYTES }) });
    } finally {
      this.comparing = false;
    }
  }
}
