import { Inject, type DynamicModule } from '@nestjs/common';
import { CqrsModule, EventBus, UnhandledExceptionBus } from '@nestjs/cqrs';
import { unhandledExceptions } from '@feusa/platform/telemetry/metrics';
import type { Logger } from 'pino';

const LOG = Symbol('Log');

type ErrorLog = Pick<Logger, 'error'>;

/** Keeps its handlers when the application closes: commands that are on their way then still append. */
class LastingEventBus extends EventBus {
  override onModuleDestroy(): void {}
}

/** Nobody awaits the handlers of events: what they throw is logged and counted here, and ends nothing. */
class ReportUnhandled {
  constructor(
    @Inject(UnhandledExceptionBus) exceptions: UnhandledExceptionBus,
    @Inject(LOG) log: ErrorLog,
  ) {
    exceptions.subscribe(({ cause, exception: err }) => {
      const name = cause.constructor.name;
      unhandledExceptions.inc({ cause: name });
      log.error({ err, cause: name }, 'a handler of the bus has failed');
    });
  }
}

/** The buses of a process, for all modules in it; its root imports them once. */
export function busModule(log: ErrorLog): DynamicModule {
  const { providers = [], ...module } = CqrsModule.forRoot();
  return {
    ...module,
    providers: [
      ...providers,
      { provide: EventBus, useClass: LastingEventBus },
      { provide: LOG, useValue: log },
      ReportUnhandled,
    ],
  };
}
