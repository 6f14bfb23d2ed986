import { commands } from '@feusa/contracts/commands';
import { nounOf } from '@feusa/contracts/events';
import type { OnConflict } from '@feusa/contracts/on-conflict';
import { Refusal } from '@feusa/contracts/refusals';
import { undoStops, type UndoAnswer, type UndoStopCode } from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import type { CommandBus } from '@nestjs/cqrs';
import { changeOf } from '../bus/write-side.js';
import type { Step } from './plan.js';

/** Commands that are decided and written together. */
const TOGETHER = 128;
const SKIPS_TOLD = 1000;

export interface UndoExecution {
  readonly bus: CommandBus;
  readonly by: SessionUser;
  /** Of the undo. */
  readonly correlationId: string;
  /** Without it equal names are no conflict. */
  readonly onNameTaken: OnConflict | undefined;
  /** Steps that were done before, in a try that came to no end. */
  readonly done: number;
  step(done: number): void;
  /** Whether somebody wants it to end here. */
  isStopped(): Promise<boolean>;
}

/**
 * Sends the commands of a plan in its order. One that the rules refuse by now is told and left out; where
 * it cannot be known what became of one, or somebody stops it, it ends and says so.
 */
export async function carryOut(
  steps: readonly Step[],
  execution: UndoExecution,
): Promise<UndoAnswer> {
  const tally = new Tally(steps, execution.done);
  for (const group of groupsOf(steps.filter(({ chosen }) => chosen))) {
    if (await execution.isStopped()) tally.stopped = 'asked';
    if (tally.stopped !== undefined) break;
    const results = await Promise.allSettled(group.map((step) => send(step, execution)));
    for (const [index, result] of results.entries()) tally.add(group[index]!, result);
    execution.step(tally.done);
  }
  return tally.answer(execution.correlationId);
}

function send({ event, chosen, version, held }: Step, execution: UndoExecution) {
  const { bus, by, correlationId, onNameTaken } = execution;
  const { command, prepared } = chosen!;
  const compensates = {
    undoes: event.id,
    version,
    ...(prepared !== undefined && { prepared }),
    ...(held !== undefined && { held }),
  };
  const asks = commands[command.name].takesOnConflict && nounOf(event.stream) !== 'employee';
  const onConflict = asks ? onNameTaken : undefined;
  return bus.execute(changeOf({ command, by, correlationId, compensates, onConflict }));
}

/** Folders each for themselves, as what lies in them depends on them; of other things none twice. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  let streams = new Set<string>();
  for (const step of steps) {
    const { stream } = step.event;
    const isFolder = nounOf(stream) === 'folder';
    const group = groups.at(-1);
    const last = group?.at(-1)?.event.stream;
    const fits = group && last && group.length < TOGETHER && !streams.has(stream);
    if (fits && !isFolder && nounOf(last) !== 'folder') group.push(step);
    else groups.push([step]);
    if (groups.at(-1)?.length === 1) streams = new Set();
    streams.add(stream);
  }
  return groups;
}

type Result = PromiseSettledResult<{ readonly position: string }>;

class Tally {
  stopped: UndoStopCode | undefined;
  private tried = 0;
  private position = 0;
  private skippedCount = 0;
  private readonly did: Record<string, number> = {};
  private readonly skipped: { position: string; text: string }[] = [];

  constructor(
    private readonly steps: readonly Step[],
    public done: number,
  ) {
    for (const step of steps) {
      const { state, chosen, whole, reason } = step;
      if (state === 'done') continue;
      if (!chosen) this.skip(step, reason?.text ?? 'It was changed since.');
      else if (chosen !== whole) this.skip(step, leftAlone(step));
    }
  }

  add(step: Step, result: Result): void {
    this.tried++;
    if (result.status === 'fulfilled') {
      const { name } = step.chosen!.command;
      this.done++;
      this.did[name] = (this.did[name] ?? 0) + 1;
      this.position = Math.max(this.position, Number(result.value.position));
    } else if (result.reason instanceof Refusal && result.reason.status < 500) {
      this.skip(step, result.reason.message);
    } else {
      this.stopped = 'unavailable';
    }
  }

  answer(id: string): UndoAnswer {
    const { done, did, skipped, skippedCount, stopped } = this;
    const position = this.position > 0 ? String(this.position) : null;
    const left = this.steps.filter(({ chosen }) => chosen).length - this.tried;
    const total = this.steps.length;
    const outcome = { id, done, did, total, position, skippedCount, skipped, left };
    return stopped === undefined
      ? outcome
      : { ...outcome, stopped: { code: stopped, text: undoStops[stopped] } };
  }

  private skip({ event }: Step, text: string): void {
    this.skippedCount++;
    if (this.skipped.length < SKIPS_TOLD)
      this.skipped.push({ position: String(event.position), text });
  }
}

const leftAlone = ({ conflicts }: Step): string =>
  `Changed since and left as it is: ${conflicts.map(({ field }) => field).join(', ')}.`;
