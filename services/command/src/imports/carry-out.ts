import type { CommandAnswer } from '@feusa/contracts/commands';
import type { ImportPlan, ImportResult } from '@feusa/contracts/imports';
import { Refusal } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import type { CommandBus } from '@nestjs/cqrs';
import { changeOf } from '../bus/write-side.js';
import type { Step } from './plan.js';

/** Commands that are decided and written together. */
const TOGETHER = 128;

interface Sender {
  readonly bus: CommandBus;
  readonly by: SessionUser;
}

type Due = Step & Required<Pick<Step, 'command'>>;

/** Carries one plan out, once, in its order. */
export class Execution {
  private readonly due: Due[];
  private readonly failed: { line: number; name: string; email: string; reason: string }[] = [];
  private readonly done = { add: 0, change: 0 };
  private position = 0;
  private running: Promise<ImportResult> | undefined;

  constructor(
    private readonly plan: ImportPlan,
    steps: readonly Step[],
    private readonly sender: Sender,
  ) {
    this.due = steps.filter((step): step is Due => step.command !== undefined);
  }

  /** Goes on with what is left; whoever asks meanwhile gets the same answer. */
  run(): Promise<ImportResult> {
    this.running ??= this.all().finally(() => (this.running = undefined));
    return this.running;
  }

  private async all(): Promise<ImportResult> {
    for (let goesOn = true; goesOn && this.due.length > 0;) {
      const group = this.due.slice(0, TOGETHER);
      const results = await Promise.allSettled(group.map((step) => this.send(step)));
      const unknown = group.filter((step, at) => !this.take(step, results[at]!));
      this.due.splice(0, group.length, ...unknown);
      goesOn = unknown.length === 0;
    }
    const { planId, correlationId } = this.plan;
    return {
      ...{ planId, correlationId, added: this.done.add, changed: this.done.change },
      ...{ failed: this.failed, left: this.due.length },
      position: this.position > 0 ? String(this.position) : null,
    };
  }

  private send({ command }: Due): Promise<CommandAnswer> {
    const { bus, by } = this.sender;
    return bus.execute(changeOf({ command, by, correlationId: this.plan.correlationId }));
  }

  /** False where nobody knows what became of it. */
  private take({ row }: Due, result: PromiseSettledResult<CommandAnswer>): boolean {
    if (result.status === 'fulfilled') {
      this.position = Math.max(this.position, Number(result.value.position));
      this.count(row);
      return true;
    }
    const { reason } = result as { readonly reason: unknown };
    if (!(reason instanceof Refusal) || reason.status >= 500) return false;
    const { line, name, email } = row;
    // Its own id is taken where an earlier try had come through without saying so.
    if (reason.code === 'id-taken') this.count(row);
    else this.failed.push({ line, name, email, reason: reason.message });
    return true;
  }

  private count({ outcome }: Due['row']): void {
    if (outcome === 'add' || outcome === 'change') this.done[outcome]++;
  }
}
