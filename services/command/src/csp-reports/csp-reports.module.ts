import { cspReportBounds } from '@feusa/contracts/csp-report-bounds';
import { CSP_REPORTS, cspReportTypes, CspReports } from '@feusa/contracts/csp-reports';
import {
  Inject,
  type DynamicModule,
  type OnModuleInit,
  Body,
  Controller,
  HttpCode,
  Post,
  Req,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Access } from '@feusa/http/access';
import { parse } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import { cspViolations } from '@feusa/platform/telemetry/metrics';
import type { Ports } from '@feusa/profiles/ports';
import { violationsIn, type Violation } from './violations.js';

const CSP_REPORT_PORTS = Symbol('CspReportPorts');

type CspReportPorts = Pick<Ports, 'limits' | 'log'>;

const { value: LINES, seconds: PERIOD_S } = cspReportBounds.lines;

/** Counts what pages have tried against their content policy, as browsers tell it. Nothing of it is kept. */
@Controller(CSP_REPORTS)
@Access('public')
class CspReportsController {
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

class Unreadable extends Error {
  constructor(readonly statusCode: 400 | 415) {
    super('The report cannot be read');
  }
}

class CspReportsModule implements OnModuleInit {
  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  /** A page of somebody else can have browsers send these types anywhere: no other route reads them. */
  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance() as FastifyInstance;
    fastify.addContentTypeParser<string>(
      [...cspReportTypes],
      { parseAs: 'string', bodyLimit: cspReportBounds.size.value },
      ({ routeOptions }, text, done) => {
        if (routeOptions.url !== CSP_REPORTS) return done(new Unreadable(415));
        try {
          done(null, JSON.parse(text) as unknown);
        } catch {
          done(new Unreadable(400));
        }
      },
    );
  }
}

/** What browsers tell of the content policy. */
export const cspReportsModule = (ports: CspReportPorts): DynamicModule => ({
  module: CspReportsModule,
  controllers: [CspReportsController],
  providers: [{ provide: CSP_REPORT_PORTS, useValue: ports }],
});
