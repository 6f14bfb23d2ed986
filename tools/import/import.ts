import type { Config } from '@feusa/profiles/config';
import { StartFault } from '@feusa/platform/start-fault';
import type { EmployeeFields, EmployeeView } from '@feusa/contracts/employees';
import { normalEmail } from '@feusa/contracts/text';
import type { EmployeeRows } from '@feusa/command/imports/employees';
import { carryOut, type Outcome } from './carry-out.js';
import { Refused, type Connection } from './connection.js';
import { readAccess, type Options } from './options.js';
import { readEmployees } from './employees.js';
import { frozen, type Plan, type EmployeesPlan } from './plan.js';
import { planFiles } from './plan-files.js';
import { hasWork, planText, count, counted, limited, size, visible } from './plan-text.js';
import { readPresent, type Present } from './present.js';
import { showProgress, type Screen } from './progress.js';
import { writeRefused } from './refused-file.js';
import { Interrupted } from './retry.js';
import { scan } from './scan.js';
import { closeSession, openSession, type Session } from './session.js';
import { whyInterrupted, whyStopped } from './why-refused.js';

/** What the tool needs of the world around it. */
export interface Surroundings {
  readonly config: Config;
  readonly screen: Screen;
  readonly signal: AbortSignal;
  /** Undefined where there is nobody to ask. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
}

/**
 * Plans, shows the plan, and carries out that very plan.
 * @returns whether all that was tried worked
 * @throws StartFault where the input as a whole cannot be used
 */
export async function runImport(options: Options, world: Surroundings): Promise<boolean> {
  const { address, credentials } = readAccess(world.config);
  const input = await readInput(options);
  const session = await openSession(address, credentials);
  try {
    const plan = frozen(await makePlan(options, input, session).catch(withReason(session)));
    for (const line of planText(plan)) say(world.screen, line);
    if (!(await goesOn(options, plan, world))) return true;
    return await carryOutAndTell(plan, session, world);
  } finally {
    await closeSession(session);
  }
}

const withReason =
  ({ connection }: Session) =>
  (fault: unknown): never => {
    if (fault instanceof Refused) throw new StartFault(whyStopped(fault, connection));
    if (fault instanceof Interrupted) throw new StartFault(whyInterrupted(fault.message));
    throw fault;
  };

const say = (screen: Screen, line: string) => void screen.write(`${line}\n`);

/** Everything that needs no server, so that a bad file is told before anything else happens. */
async function readInput({ directory, employees }: Options) {
  const [files, people] = await Promise.all([
    directory === undefined ? undefined : scan(directory),
    employees === undefined ? undefined : readEmployees(employees),
  ]);
  return { files, people };
}

async function makePlan(
  { employees, into }: Options,
  { files, people }: Awaited<ReturnType<typeof readInput>>,
  { connection, user }: Session,
): Promise<Plan> {
  const present = await readPresent(connection, people !== undefined);
  const { folder, path } = into ? targetOf(present, into) : { folder: present.root, path: '' };
  const maxBytes = await largestFile(connection);
  return {
    target: `${path ? `the folder ${path} of ` : ''}${connection.address} as ${user.email}`,
    ...(files && { files: await planFiles(files, { present, folder, maxBytes }) }),
    ...(people && employees && { people: planEmployees(employees, people, present) }),
  };
}

function targetOf(present: Present, into: string) {
  const found = present.find(into);
  if (found) return found;
  throw new StartFault(`There is no folder with the id ${into}.`);
}

async function largestFile(connection: Connection): Promise<number> {
  const { headers } = await connection.ask({ method: 'OPTIONS', path: '/api/uploads' });
  return Number(headers['tus-max-size']) || Number.MAX_SAFE_INTEGER;
}

async function goesOn({ dryRun, yes }: Options, plan: Plan, world: Surroundings): Promise<boolean> {
  if (dryRun) {
    say(world.screen, 'This was a dry run: nothing was changed.');
    return false;
  }
  if (yes || !world.ask || !hasWork(plan)) return true;
  if (await world.ask('Go on? [y/N] ')) return true;
  say(world.screen, 'Nothing was changed.');
  return false;
}

async function carryOutAndTell(
  plan: Plan,
  session: Session,
  { screen, signal }: Surroundings,
): Promise<boolean> {
  const { files, people } = plan;
  const total =
    (files?.folders.length ?? 0) + (files?.files.length ?? 0) + (people?.people.length ?? 0);
  const progress = showProgress(total, screen);
  const start = performance.now();
  const outcome = await carryOut(plan, session, { signal, step: progress.step });
  progress.end();
  const seconds = (performance.now() - start) / 1000;
  for (const line of summary(plan, outcome, seconds)) say(screen, line);
  const { folders, files: added, people: persons } = outcome;
  if (folders + added + persons > 0) {
    say(screen, `It can be undone as one, from the log: it belongs to ${session.correlationId}.`);
  }
  const line = await keepRefused(plan, outcome);
  if (line) say(screen, line);
  return outcome.failures.length === 0 && outcome.stopped === undefined;
}

async function keepRefused({ people }: Plan, { failedPeople }: Outcome) {
  if (!people) return undefined;
  const rows = [...people.refused, ...failedPeople].sort((a, b) => a.line - b.line);
  return rows.length > 0 ? writeRefused(people.file, people.header, rows) : undefined;
}

/** Compares the people of a file with the directory; whoever has the same e-mail address is there already. */
function planEmployees(file: string, people: EmployeeRows, present: Present): EmployeesPlan {
  const there = people.rows.flatMap(({ fields }) => {
    const person = present.people.get(normalEmail(fields.email));
    return person ? [{ fields, person }] : [];
  });
  const missing = people.rows.filter(
    ({ fields }) => !present.people.has(normalEmail(fields.email)),
  );
  return {
    file,
    header: people.header,
    people: missing,
    present: there.length,
    differing: there.filter(({ fields, person }) => differs(fields, person)).length,
    refused: people.refused,
    position: present.peoplePosition,
  };
}

const differs = (given: EmployeeFields, there: EmployeeView): boolean =>
  (Object.keys(given) as (keyof EmployeeFields)[]).some((field) => given[field] !== there[field]);

/** What came of a plan, in lines. @param seconds how long it took */
function summary(plan: Plan, outcome: Outcome, seconds: number): string[] {
  const { folders, files, people, bytes, found, failures, stopped } = outcome;
  const done = folders + files + people;
  const rate = seconds > 0 ? Math.round(done / seconds) : 0;
  const parts = [
    ...(plan.files
      ? [counted(folders, 'folder'), `${counted(files, 'file')} (${size(bytes)})`]
      : []),
    ...(plan.people ? [counted(people, 'person', 'people')] : []),
  ];
  return [
    ...(failures.length > 0 ? [`Failed, ${count(failures.length)}:`] : []),
    ...limited(failures, ({ where, reason }) => `  ${visible(where)}: ${reason}`),
    ...(stopped ? [`Stopped early: ${stopped}`] : []),
    `Added: ${parts.join(', ')}.`,
    `Skipped, there already: ${count(skipped(plan) + found)}. ` +
      `Refused: ${count(refused(plan))}. Failed: ${count(failures.length)}.`,
    `${seconds.toFixed(1)} s, ${count(rate)} a second.`,
  ];
}

const skipped = ({ files, people }: Plan): number =>
  (files ? files.present.folders + files.present.files : 0) + (people?.present ?? 0);

const refused = ({ files, people }: Plan): number =>
  (files?.refused.length ?? 0) + (people?.refused.length ?? 0);
