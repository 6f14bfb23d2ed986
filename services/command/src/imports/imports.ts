import { importBounds } from '@feusa/contracts/bounds';
import type { ImportPlan, ImportResult } from '@feusa/contracts/imports';
import { refuse } from '@feusa/contracts/refusals';
import { normalEmail } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import type { EventStore } from '@feusa/event-log/store/port';
import { breathing } from '@feusa/platform/breathing';
import { newId } from '@feusa/platform/new-id';
import type { CommandBus } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { BatchDirectory, DirectoryIndex } from '../features/directory-index.js';
import { Execution } from './carry-out.js';
import { csvIn, CsvFault } from './csv.js';
import { employeesIn, type EmployeeRows } from './employees.js';
import { planRows, type Step } from './plan.js';
import { readPresent } from './present.js';

const { rows: MOST_ROWS, plans: MOST_PLANS, planAge: AGE } = importBounds;

interface Kept {
  readonly by: string;
  readonly people: EmployeeRows;
  readonly plan: ImportPlan;
  readonly steps: readonly Step[];
  /** Of the log that was looked at. */
  readonly position: number;
  execution?: Execution;
}

interface Parts {
  readonly store: EventStore;
  readonly bus: CommandBus;
}

/** Plans for files of people, and what carries them out; kept in memory, for who made them. */
export class Imports {
  private readonly plans = new LRUCache<string, Kept>({
    maxSize: MOST_PLANS.value,
    sizeCalculation: ({ steps }) => steps.length + 1,
    ttl: AGE.value,
  });

  constructor(private readonly parts: Parts) {}

  /**
   * Of a file of this media type, whose character set counts.
   * @throws Refusal where it is no CSV of people
   */
  async plan(bytes: Buffer, mediaType: string, by: SessionUser): Promise<ImportPlan> {
    const people = await peopleOf(bytes, mediaType);
    const { steps, position } = await this.look(people, new Map());
    const plan: ImportPlan = {
      ...{ planId: newId(), correlationId: newId() },
      counts: countsOf(steps),
      rows: steps.map(({ row }) => row),
      until: new Date(Date.now() + AGE.value).toISOString(),
    };
    this.plans.set(plan.planId, { by: by.id, people, plan, steps, position });
    return plan;
  }

  /** Again it goes on with what is left. @throws Refusal where it is not known, or does not fit any more */
  async carryOut(planId: string, by: SessionUser): Promise<ImportResult> {
    const kept = this.plans.get(planId);
    if (!kept || kept.by !== by.id) return refuse('import/not-found');
    if (!kept.execution) {
      await this.requireFit(kept);
      kept.execution ??= new Execution(kept.plan, kept.steps, { bus: this.parts.bus, by });
    }
    return kept.execution.run();
  }

  /** What was promised is what would come of it now. */
  private async requireFit({ people, steps, position }: Kept): Promise<void> {
    const head = await this.parts.store.head();
    if (head.position === position) return;
    const ids = new Map(
      steps.flatMap(({ row }) =>
        row.outcome === 'add' ? [[normalEmail(row.email), row.id] as const] : [],
      ),
    );
    const { steps: now } = await this.look(people, ids);
    const breathe = breathing();
    const lines: number[] = [];
    for (const [at, step] of steps.entries()) {
      await breathe();
      if (JSON.stringify(step) !== JSON.stringify(now[at])) lines.push(step.row.line);
    }
    if (lines.length > 0) refuse('import/outdated', { lines: lines.slice(0, 100) });
  }

  private async look(people: EmployeeRows, ids: ReadonlyMap<string, string>) {
    const { store } = this.parts;
    const { position } = await store.head();
    const index = await DirectoryIndex.at(store, { position });
    const present = await readPresent(store);
    const steps = await planRows(people, { present, directory: new BatchDirectory(index), ids });
    return { steps, position };
  }
}

async function peopleOf(bytes: Buffer, mediaType: string): Promise<EmployeeRows> {
  try {
    const people = await employeesIn(await csvIn(bytes, mediaType));
    if (people.rows.length + people.refused.length <= MOST_ROWS.value) return people;
    return unreadable(
      `There are more than ${MOST_ROWS.value.toLocaleString('en-US')} rows; split the file`,
    );
  } catch (fault) {
    if (fault instanceof CsvFault) return unreadable(fault.message);
    throw fault;
  }
}

const unreadable = (fault: string): never =>
  refuse('import/unreadable', { detail: `${fault[0]?.toUpperCase() ?? ''}${fault.slice(1)}` });

function countsOf(steps: readonly Step[]): ImportPlan['counts'] {
  const counts = { add: 0, change: 0, same: 0, refused: 0 };
  for (const { row } of steps) counts[row.outcome]++;
  return counts;
}
