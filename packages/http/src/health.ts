import type { State } from '@feusa/profiles/ports';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { addProcessMetrics } from '@feusa/platform/telemetry/metrics';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Access } from './access.js';

export const HEALTH = Symbol('Health');

/** The state of one part; `required` parts make the service not ready, others only degraded. */
export interface Part {
  readonly name: string;
  readonly required: boolean;
  /** Waited for 2 s at most. */
  readonly check: State;
  /** Events that it has not handled yet, where it follows the log. */
  lag?(): Promise<number> | number;
  /** What is good to know where all is well. */
  detail?(): string | undefined;
}

export interface Health {
  readonly parts: readonly Part[];
  /** What only another start can mend. */
  readonly hopeless?: () => string | undefined;
  readonly metrics: Registry;
}

/** The database, and the key that its secrets are read with. */
export interface DatabaseState {
  readonly pool: { query(text: string): Promise<unknown> };
  readonly masterKeys: { readonly fault: string | undefined };
}

/** The database, which must be there, and parts that tell their own state and may be away. */
export const partsOf = (
  { pool, masterKeys }: DatabaseState,
  optional: Readonly<Record<string, State>>,
): Part[] => [
  {
    ...{ name: 'postgres', required: true },
    check: () => pool.query('select 1').then(() => masterKeys.fault),
  },
  ...Object.entries(optional).map(([name, check]) => ({ name, required: false, check })),
];

/** A registry with the process's own figures; parts add theirs. */
export function newMetrics(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  addProcessMetrics(metrics);
  return metrics;
}

/** `/health/live` (503 where only another start helps), `/health/ready` (503 where a required part is down) and `/metrics`. */
@Controller()
@Access('public')
export class HealthController {
  constructor(@Inject(HEALTH) private readonly health: Health) {}

  @Get('health/live')
  live(@Res({ passthrough: true }) reply: FastifyReply) {
    const fault = this.health.hopeless?.();
    if (fault === undefined) return { status: 'live' };
    void reply.status(503);
    return { status: 'down', fault };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const parts = await Promise.all(this.health.parts.map(shown));
    const down = parts.some(({ required, state }) => required && state !== 'ok');
    const degraded = parts.filter(({ state }) => state !== 'ok').map(({ name }) => name);
    if (down) void reply.status(503);
    return { status: down ? 'down' : degraded.length > 0 ? 'degraded' : 'ready', degraded, parts };
  }

  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: FastifyReply) {
    void reply.header('content-type', this.health.metrics.contentType);
    return this.health.metrics.metrics();
  }
}

async function shown(part: Part) {
  const state = await stateOf(part);
  const detail = part.detail?.();
  return detail === undefined ? state : { ...state, detail };
}

const LATE = 2000;

/** A part as it is now; `state` is `ok` or says what is wrong. */
export async function stateOf({ name, required, check }: Part) {
  const fault = await Promise.race([check(), late('no answer')]).catch(() => 'failed');
  return { name, required, state: fault ?? 'ok' };
}

/** The part's lag in events; null where it has none or cannot tell. */
export async function lagOf(part: Part): Promise<number | null> {
  const lag = async () => (await part.lag?.()) ?? null;
  return Promise.race([lag(), late(null)]).catch(() => null);
}

const late = <T>(answer: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, LATE, answer).unref());
