import { listBounds } from '@feusa/contracts/bounds';
import { idOf, nounOf } from '@feusa/contracts/events';
import { Purgeable } from '@feusa/contracts/purge';
import { Refusal } from '@feusa/contracts/refusals';
import { newId } from '@feusa/platform/new-id';
import type { Ports } from '@feusa/profiles/ports';
import type { CommandBus } from '@nestjs/cqrs';
import { changeOf } from '../bus/write-side.js';
import { SYSTEM } from '../feature.js';
import { Hourly } from '../hourly.js';

type RetentionPorts = Pick<Ports, 'config' | 'longRemoved' | 'log'>;

const BATCH = listBounds.longRemoved.value;
const DAY_MS = 24 * 3_600_000;

/**
 * Deletes for good what lies in the trash for longer than the settings say, every hour. What is left to be done is
 * found in the log each time, and the log takes each purge once, so that a crash or another process that does the same
 * harms nothing. Undefined where it may lie there for ever.
 */
export function purgeHourly(ports: RetentionPorts, bus: CommandBus): Hourly | undefined {
  const { log, config } = ports;
  const days = config.FEUSA_TRASH_DAYS;
  if (days === 0) return undefined;
  return new Hourly((signal) =>
    purgeLongRemoved(ports, bus, { days, now: Date.now(), signal }).then(
      (purged) =>
        void (purged > 0 && log.info({ purged, days }, 'emptied the trash of what is old')),
      (err: unknown) => log.warn({ err }, 'trash not emptied of what is old'),
    ),
  );
}

interface Round {
  readonly days: number;
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** Purges what has lain in the trash for longer, a batch after the other; answers how much it was. */
export async function purgeLongRemoved(
  { longRemoved }: Pick<RetentionPorts, 'longRemoved'>,
  bus: CommandBus,
  { days, now, signal }: Round,
): Promise<number> {
  const before = new Date(now - days * DAY_MS).toISOString();
  const correlationId = newId();
  let purged = 0;
  for (;;) {
    const streams = await longRemoved(before, BATCH);
    const first = purged;
    for (const stream of streams) {
      if (signal?.aborted) return purged;
      if (await purge(stream, bus, correlationId)) purged += 1;
    }
    // What cannot be purged must not be tried for ever.
    if (streams.length < BATCH || purged === first) return purged;
  }
}

async function purge(stream: string, bus: CommandBus, correlationId: string): Promise<boolean> {
  const body = { id: idOf(stream), kind: Purgeable.parse(nounOf(stream)) };
  try {
    await bus.execute(changeOf({ command: { name: 'purge', body }, by: SYSTEM, correlationId }));
    return true;
  } catch (fault) {
    // Somebody has restored it, or purged it or the folder that it lies in.
    if (fault instanceof Refusal && fault.status === 409) return false;
    throw fault;
  }
}
