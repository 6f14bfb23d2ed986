import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Access } from './access.js';

export const HEALTH = Symbol('Health');

/** The state of one part; `required` parts make the service not ready, others only degraded. */
export interface Part {
  readonly name: string;
  readonly required: boolean;
  /** Undefined where all is well, else what is wrong, in a few words. Never waits longer than 2 s. */
  check(): Promise<string | undefined> | string | undefined;
}

export interface Health {
  readonly parts: readonly Part[];
  readonly metrics: Registry;
}

type State = () => string | undefined;

/** The database, which must be there, and parts that tell their own state and may be away. */
export const partsOf = (
  pool: { query(text: string): Promise<unknown> },
  optional: Readonly<Record<string, State>>,
): Part[] => [
  { name: 'postgres', required: true, check: () => pool.query('select 1').then(() => undefined) },
  ...Object.entries(optional).map(([name, check]) => ({ name, required: false, check })),
];

/** A registry with the process's own figures; parts add theirs. */
export function newMetrics(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

@Controller()
@Access('public')
export class HealthController {
  constructor(@Inject(HEALTH) private readonly health: Health) {}

  @Get('health/live')
  live() {
    return { status: 'live' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const parts = await Promise.all(this.health.parts.map(stateOf));
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

const LATE = 2000;

async function stateOf({ name, required, check }: Part) {
  const late = new Promise<string>((resolve) => setTimeout(resolve, LATE, 'no answer').unref());
  const fault = await Promise.race([check(), late]).catch(() => 'failed');
  return { name, required, state: fault ?? 'ok' };
}
