import type { EventLog } from '@feusa/event-log/subscription/port';
import type { Ports, State } from '@feusa/profiles/ports';
import type { LogGuard } from '@feusa/transparency/guard/port';
import { changesPart } from './changes-part.js';
import { newMetrics, partsOf, type DatabaseState, type Health, type Part } from './health.js';
import { consumerPart, type Log } from './lag.js';
import { measureLog, measureParts } from './measure.js';

interface LogPorts extends DatabaseState {
  readonly store: Log;
  readonly eventLog: Pick<EventLog, 'subscriptions'>;
  readonly logGuard: LogGuard;
}

/** What a service consists of beside its database and the log. */
interface Beside {
  /** Engines that may be away. */
  readonly states?: Readonly<Record<string, State>>;
  readonly parts: readonly Part[];
}

/** The health of a service that works on the log. */
export function logHealth(ports: LogPorts, { states = {}, parts: own }: Beside): Health {
  const parts = [...partsOf(ports, states), changesPart(ports), logPart(ports.logGuard), ...own];
  const metrics = newMetrics();
  measureParts(metrics, parts);
  measureLog(metrics, ports);
  return { metrics, parts, hopeless: () => ports.masterKeys.fault };
}

/** The virus scanner, where there is one; uploads wait for it. */
export const scannerStates = (scanner: Ports['scanner']): Readonly<Record<string, State>> =>
  scanner ? { 'virus-scanner': () => scanner.state() } : {};

/** The log, which is only read while it is not the one that is known. */
const logPart = (guard: LogGuard): Part => ({
  name: 'log',
  required: false,
  check: () => (guard.fault === undefined ? undefined : `read-only: ${guard.fault}`),
});

/** What every process that answers queries follows the log with. */
export const readSideParts = (ports: LogPorts): Part[] =>
  ['read-model', 'past'].map((name) => consumerPart(name, name, ports));
