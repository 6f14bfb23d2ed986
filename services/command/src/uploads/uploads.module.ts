import type { Ports } from '@feusa/profiles/ports';
import { EVENT_STORE } from '@feusa/event-log/store/port';
import { UPLOADS } from '@feusa/files/uploads/port';
import { isUpload } from '@feusa/http/slow-bodies';
import {
  Inject,
  type DynamicModule,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Hourly } from '../hourly.js';
import type { UploadersLog } from './most-bytes.js';
import { Room } from './room.js';
import { BODY_TYPE, TUS_VERSION } from './tus-headers.js';
import { TusUploads } from './tus-uploads.js';
import { limitsFor } from './upload-limits.js';
import { UploadsController } from './uploads.controller.js';

type UploadPorts = Pick<
  Ports,
  'config' | 'blobs' | 'staging' | 'blobReferences' | 'reservations' | 'log'
>;

const limitsOf = ({ FEUSA_MAX_UPLOAD_MB: file, FEUSA_UPLOAD_QUOTA_MB: quota }: Ports['config']) =>
  limitsFor({ file, quota });

/** The upload store of this service. */
export function openUploads(ports: UploadPorts): TusUploads {
  const { config, blobs, staging, blobReferences: isReferenced, reservations, log } = ports;
  const limits = limitsOf(config);
  const room = new Room(staging, limits);
  return new TusUploads({ staging, blobs, isReferenced, reservations, room, limits, log });
}

/** Whether there is room for uploads on the disk, beside what stays free of it. */
export function uploadStates({ config, staging }: Pick<Ports, 'config' | 'staging'>) {
  const room = new Room(staging, limitsOf(config));
  const uploads = async () => ((await room.left()) > 0 ? undefined : 'refused: the disk is full');
  return { uploads };
}

class UploadsModule implements OnModuleInit, OnModuleDestroy {
  private sweeping: Hourly | undefined;

  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(TusUploads) private readonly uploads: TusUploads,
  ) {}

  /** The bytes go past the parsers and their limit, straight to the endpoint. */
  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance() as FastifyInstance;
    fastify.addContentTypeParser(BODY_TYPE, (_request, payload, done) => done(null, payload));
    fastify.addHook('onRequest', ({ raw }, reply, done) => {
      if (isUpload(raw)) reply.header('tus-resumable', TUS_VERSION);
      done();
    });
    this.sweeping = new Hourly(() => this.sweep());
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeping?.close();
    await this.uploads.close();
  }

  private sweep(): Promise<void> {
    const { log } = this.uploads;
    return this.uploads.sweep(Date.now()).then(
      (swept) => log.info(swept, 'swept uploads'),
      (err: unknown) => log.warn({ err }, 'uploads not swept'),
    );
  }
}

/** The tus endpoint; `log` says who may upload how much. */
export const uploadsModule = (uploads: TusUploads, log: UploadersLog): DynamicModule => ({
  module: UploadsModule,
  controllers: [UploadsController],
  providers: [
    { provide: TusUploads, useValue: uploads },
    { provide: UPLOADS, useValue: uploads },
    { provide: EVENT_STORE, useValue: log },
  ],
  exports: [UPLOADS],
});
