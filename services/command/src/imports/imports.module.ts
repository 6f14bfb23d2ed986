import type { EventStore } from '@feusa/event-log/store/port';
import { LOG_GUARD, type LogGuard } from '@feusa/transparency/guard/port';
import { Inject, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyInstance } from 'fastify';
import { Imports } from './imports.js';
import { ImportsController } from './imports.controller.js';

const BODY_TYPE = 'text/csv';
const OURS = /^\/api\/imports(?=[/?]|$)/;

class WrongType extends Error {
  readonly statusCode = 415;
}

class ImportsModule implements OnModuleInit {
  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  /** The bytes are read once it is known that they come from an administrator. */
  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance() as FastifyInstance;
    fastify.addContentTypeParser(BODY_TYPE, ({ url }, payload, done) =>
      OURS.test(url) ? done(null, payload) : done(new WrongType()),
    );
  }
}

/** Files of people that are planned, and carried out as planned. */
export const importsModule = (store: EventStore, guard: LogGuard): DynamicModule => ({
  module: ImportsModule,
  controllers: [ImportsController],
  providers: [
    { provide: LOG_GUARD, useValue: guard },
    {
      provide: Imports,
      inject: [CommandBus],
      useFactory: (bus: CommandBus) => new Imports({ store, bus }),
    },
  ],
});
