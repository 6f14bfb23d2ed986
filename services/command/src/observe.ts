import type { CommandAnswer } from '@feusa/contracts/commands';
import { Refusal } from '@feusa/contracts/refusals';
import { appendBatch, appendDuration, commandsTotal } from '@feusa/platform/telemetry/metrics';
import { beginStage } from '@feusa/platform/telemetry/stages';
import { traceIdOf } from '@feusa/platform/telemetry/trace-ids';
import { begin, isTracing, now, type Span } from '@feusa/platform/telemetry/tracing';
import type { Decided } from './decide-batch.js';
import type { Submission } from './submission.js';

/** Counts a command by what becomes of it, and traces it as a part of the request that brought it. */
export async function observeCommand(
  submission: Submission,
  work: (traced: Submission) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const { name } = submission.command;
  const span = beginSpan(submission);
  try {
    const answer = await work(span ? { ...submission, spanIds: span.ids } : submission);
    commandsTotal.inc({ name, outcome: 'accepted' });
    span?.end(undefined, { 'feusa.outcome': 'accepted' });
    return answer;
  } catch (fault) {
    const outcome = fault instanceof Refusal ? 'refused' : 'failed';
    commandsTotal.inc({ name, outcome });
    const code = fault instanceof Refusal ? fault.code : undefined;
    span?.end(code ? undefined : fault, { 'feusa.outcome': code ?? outcome });
    throw fault;
  }
}

function beginSpan({
  command: { name },
  by,
  spanIds,
  correlationId,
}: Submission): Span | undefined {
  if (!isTracing()) return undefined;
  const whole = spanIds ? { parent: spanIds } : { traceId: traceIdOf(correlationId) };
  const attributes = { 'feusa.command': name, 'feusa.user_id': by.id };
  return begin(`command ${name}`, { ...whole, attributes });
}

/** Measures and traces an append; `decided` is asked when it is over, undefined where nothing was. */
export async function observeAppend<T>(
  decided: () => Decided | undefined,
  append: () => Promise<T>,
): Promise<T> {
  const since = now();
  const report = (fault?: unknown) => {
    const { events, causes } = decided() ?? { events: [], causes: [] };
    if (events.length === 0) return;
    if (fault === undefined) appendBatch.observe(events.length);
    appendDuration.observe((now() - since) / 1000);
    beginStage('append', events, { since, parentOf: (index) => causes[index]?.spanIds })(fault);
  };
  try {
    const appended = await append();
    report(appended === undefined ? 'another writer was faster' : undefined);
    return appended;
  } catch (fault) {
    report(fault);
    throw fault;
  }
}
