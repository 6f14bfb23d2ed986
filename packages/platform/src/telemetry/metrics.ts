import { accessKinds } from '@feusa/contracts/access-log';
import { cspDirectives } from '@feusa/contracts/csp-reports';
import { Counter, Gauge, Histogram, type Metric, type Registry } from 'prom-client';

const registers: Registry[] = [];
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `status` is a class: `2xx` to `5xx`. */
export const httpDuration = new Histogram({
  name: 'feusa_http_request_duration_seconds',
  help: 'Time from a request to its whole answer',
  labelNames: ['method', 'route', 'status'],
  buckets: seconds,
  registers,
});

/** `outcome` is `accepted`, `refused` (a "no" of the business) or `failed`. */
export const commandsTotal = new Counter({
  name: 'feusa_commands_total',
  help: 'Commands by what became of them',
  labelNames: ['name', 'outcome'],
  registers,
});

/** `cause` is the class of what was handled. */
export const unhandledExceptions = new Counter({
  name: 'feusa_unhandled_exceptions_total',
  help: 'Times that a handler behind an event bus has failed, which nobody waits for',
  labelNames: ['cause'],
  registers,
});

export const appendBatch = new Histogram({
  name: 'feusa_append_batch_events',
  help: 'Events that were appended at once',
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  registers,
});

export const appendDuration = new Histogram({
  name: 'feusa_append_duration_seconds',
  help: 'Time that an append to the log took',
  buckets: seconds,
  registers,
});

export const consumerRestarts = new Counter({
  name: 'feusa_consumer_restarts_total',
  help: 'Times that a consumer of the topic was found dead or stuck and was made anew',
  labelNames: ['consumer'],
  registers,
});

export const foreignMessages = new Counter({
  name: 'feusa_foreign_messages_total',
  help: 'Messages in the topic that are not of the relay; they were passed over',
  labelNames: ['consumer'],
  registers,
});

export const socketsOpen = new Gauge({
  name: 'feusa_sockets',
  help: 'Live connections of browsers',
  registers,
});

export const liveChanges = new Counter({
  name: 'feusa_live_changes_total',
  help: 'Changes that were sent to those who watch a topic, once for each topic',
  registers,
});

export const searchDuration = new Histogram({
  name: 'feusa_search_duration_seconds',
  help: 'Time that a search in the index took, answered or not',
  buckets: seconds,
  registers,
});

export const searchFailures = new Counter({
  name: 'feusa_search_failures_total',
  help: 'Searches that the index did not answer',
  registers,
});

export const findFallbacks = new Counter({
  name: 'feusa_find_fallbacks_total',
  help: 'Searches for documents that PostgreSQL answered, as the search engine did not',
  registers,
});

/** `kind` is what the access log calls it; `lost` are entries that it had no room for. */
export const accessEntries = new Counter({
  name: 'feusa_access_entries_total',
  help: 'What people took, were refused or changed of their accounts, as the access log is told',
  labelNames: ['kind'],
  registers,
});
// An alert sees the first of a kind only where there was none before.
for (const kind of accessKinds) accessEntries.inc({ kind }, 0);

export const administratorsMade = new Counter({
  name: 'feusa_administrators_made_total',
  help: 'Accounts that were made administrators',
  registers,
});

/** `directive` is the one of the content policy that forbade it. */
export const cspViolations = new Counter({
  name: 'feusa_csp_violations_total',
  help: 'What pages have tried against their content policy, as browsers told it',
  labelNames: ['directive'],
  registers,
});
for (const directive of cspDirectives) cspViolations.inc({ directive }, 0);

const all: readonly Metric[] = [
  ...[httpDuration, commandsTotal, unhandledExceptions, appendBatch, appendDuration],
  ...[consumerRestarts, foreignMessages, socketsOpen, liveChanges, searchDuration, searchFailures],
  ...[findFallbacks, accessEntries, administratorsMade, cspViolations],
];

/** Adds what is counted where it happens; of all services, where several run in this process. */
export function addProcessMetrics(registry: Registry): void {
  for (const metric of all) registry.registerMetric(metric);
}
