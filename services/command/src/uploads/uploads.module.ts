import path from 'node:path';
import type { Ports } from '@feusa/adapters/open-ports';
import { openDiskStaging } from '@feusa/adapters/uploads/disk';
import { UPLOADS } from '@feusa/adapters/uploads/port';
import { openBlobReferences } from '@feusa/adapters/uploads/references';
import {
  Inject,
  type DynamicModule,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { giveUploadsTime } from './body-times.js';
import { Sweeper } from './sweeper.js';
import { BODY_TYPE } from './tus-headers.js';
import { TusUploads } from './tus-uploads.js';
import { limitsFor } from './upload-limits.js';
import { UploadsController } from './uploads.controller.js';

/** The upload store of this service. */
export async function openUploads(
  ports: Pick<Ports, 'config' | 'blobs' | 'pool' | 'log'>,
): Promise<TusUploads> {
  const { config, blobs, pool, log } = ports;
  const staging = await openDiskStaging({ dir: path.resolve(config.FEUSA_DATA_DIR, 'uploads') });
  const limits = limitsFor(config.FEUSA_MAX_UPLOAD_MB);
  const isReferenced = openBlobReferences(pool);
  return new TusUploads({ staging, blobs, isReferenced, limits, log });
}

class UploadsModule implements OnModuleInit, OnModuleDestroy {
  private sweeper: Sweeper | undefined;

  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(TusUploads) private readonly uploads: TusUploads,
  ) {}

  /** The bytes go past the parsers and their limit, straight to the endpoint. */
  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance() as FastifyInstance;
    fastify.addContentTypeParser(BODY_TYPE, (_request, payload, done) => done(null, payload));
    giveUploadsTime(fastify, this.host.httpAdapter.getHttpServer(), '/api/uploads');
    this.sweeper = new Sweeper(this.uploads);
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeper?.close();
    await this.uploads.close();
  }
}

/** The tus endpoint. */
export const uploadsModule = (uploads: TusUploads): DynamicModule => ({
  module: UploadsModule,
  controllers: [UploadsController],
  providers: [
    { provide: TusUploads, useValue: uploads },
    { provide: UPLOADS, useValue: uploads },
  ],
  exports: [UPLOADS],
});
