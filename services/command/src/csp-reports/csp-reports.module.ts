import { cspReportBounds } from '@feusa/contracts/csp-report-bounds';
import { CSP_REPORTS, cspReportTypes } from '@feusa/contracts/csp-reports';
import { Inject, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import {
  CSP_REPORT_PORTS,
  CspReportsController,
  type CspReportPorts,
} from './csp-reports.controller.js';

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
