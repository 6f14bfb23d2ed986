import { cspReportBounds } from '@feusa/contracts/csp-report-bounds';
import { CSP_REPORTS, CspReports } from '@feusa/contracts/csp-reports';
import { Access } from '@feusa/http/access';
import { parse } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { cspViolations } from '@feusa/platform/telemetry/metrics';
import type { Ports } from '@feusa/profiles/ports';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { violationsIn, type Violation } from './violations.js';

export const CSP_REPORT_PORTS = Symbol('CspReportPorts');

export type CspReportPorts = Pick<Ports, 'limits' | 'log'>;

const { value: LINES, seconds: PERIOD_S } = cspReportBounds.lines;

/** Counts what pages have tried against their content policy, as browsers tell it. Nothing of it is kept. */
@Controller(CSP_REPORTS)
@Access('public')
export class CspReportsController {
  private lines = 0;
  private begun = 0;

  constructor(@Inject(CSP_REPORT_PORTS) private readonly ports: CspReportPorts) {}

  @Post()
  @HttpCode(204)
  async take(@Body() body: unknown, @Req() { ip }: AppRequest): Promise<void> {
    await this.ports.limits.cspReport(ip);
    for (const violation of violationsIn(parse(CspReports, body))) this.count(violation);
  }

  private count(violation: Violation): void {
    cspViolations.inc({ directive: violation.directive });
    if (this.hasLine()) this.ports.log.warn(violation, 'content policy violated');
  }

  private hasLine(): boolean {
    const now = performance.now();
    if (now - this.begun > PERIOD_S * 1000) [this.begun, this.lines] = [now, 0];
    this.lines += 1;
    return this.lines <= LINES;
  }
}
