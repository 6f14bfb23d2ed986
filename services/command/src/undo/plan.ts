import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { EventStore } from '@feusa/event-log/store/port';
import { commands } from '@feusa/contracts/commands';
import type { StoredEvent } from '@feusa/contracts/events';
import { refuse, Refusal, refusals, type RefusalCode } from '@feusa/contracts/refusals';
import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import {
  isSettled,
  undoReasons,
  type UndoNameTaken,
  type UndoReason,
  type UndoStep,
} from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import { nameOf, type Value } from '@feusa/domain/things';
import { compensate, type Conflict, type Way } from '@feusa/domain/undo';
import { asOwnChange } from '@feusa/domain/undo-commands';
import { mayAccess } from '@feusa/http/access';
import type { Features } from '../feature.js';
import { Simulation } from './simulation.js';

/** How one event can be taken back; `chosen` is what is to be done, if anything. */
export interface Step {
  readonly event: StoredEvent;
  readonly name: string;
  readonly state: UndoStep['state'];
  readonly whole: Way | undefined;
  readonly chosen: Way | undefined;
  readonly conflicts: readonly Conflict[];
  readonly reason: UndoStep['reason'];
  /** Where a name that it would get back is taken. */
  readonly taken?: UndoNameTaken | undefined;
  /** Of the stream, before the command. */
  readonly version: number;
  /** How many things the folder holds that is taken away. */
  readonly held?: number;
}

export interface Planning {
  readonly store: EventStore;
  readonly features: Features;
  readonly by: SessionUser;
  /** Whether earlier values are put back also where they were changed since. */
  readonly overwrite: boolean;
  /** Without it equal names are no conflict. */
  readonly onNameTaken?: OnNameTaken | undefined;
}

/** What somebody may not see any more is left out. Says of each event, newest first, how it is taken back once those before it in the list are. */
export async function planUndo(
  events: readonly StoredEvent[],
  { store, features, ...how }: Planning,
): Promise<Step[]> {
  const withNames = how.onNameTaken !== undefined;
  const simulation = await Simulation.open(store, features, events, { withNames, by: how.by });
  const seen = events.filter(({ stream }) => simulation.isSeen(stream, how.by));
  if (seen.length === 0) refuse('undo/not-found');
  const steps: Step[] = [];
  for (const event of seen) {
    steps.push(await stepOf(event, { simulation, ...how }));
    if (steps.length % BETWEEN_TURNS === 0) await setImmediate();
  }
  return steps;
}

/** Steps after which other requests have their turn. */
const BETWEEN_TURNS = 100;

interface Doing extends Omit<Planning, 'store' | 'features'> {
  readonly simulation: Simulation;
}

async function stepOf(event: StoredEvent, doing: Doing): Promise<Step> {
  const { simulation, by, overwrite } = doing;
  const { stream } = event;
  const held = simulation.held(stream);
  const verdict = compensate(event, { history: simulation.history(stream), held });
  const about = {
    event,
    name: nameOf(simulation.thing(stream)),
    version: simulation.version(stream),
  };
  const no = (code: UndoReason, text?: string): Step => blocked(about, code, text);
  if ('cannot' in verdict) return no(verdict.cannot);
  const whole = allowedWay(verdict.whole, by);
  if (!whole) return no('not-allowed');
  const { conflicts } = verdict;
  const rest = verdict.rest && allowedWay(verdict.rest, by);
  const chosen = conflicts.length === 0 || overwrite ? whole : rest;
  const { decided, taken } = await attempt(doing, stream, chosen ?? whole);
  if (decided instanceof Refusal) return { ...no(...reasonOf(decided)), taken };
  if (!decided) return no('as-before');
  if (chosen) simulation.take(event, decided, by);
  const state = conflicts.length > 0 ? 'conflict' : 'ready';
  const counted = whole.command.name === 'remove-folder' && { held: held.length };
  const shown = conflicts.map((each) => masked(each, doing));
  return { ...about, state, whole, chosen, conflicts: shown, taken, reason: null, ...counted };
}

/** Where something was, without naming what somebody may not see. */
function masked(conflict: Conflict, { simulation, by }: Doing): Conflict {
  if (conflict.field !== 'place') return conflict;
  const named = (id: Value) => (simulation.reads(id, by) ? id : UNSEEN_PLACE);
  return { ...conflict, was: named(conflict.was), is: named(conflict.is) };
}

/** Stands for a folder that somebody may not see. */
export const UNSEEN_PLACE = 'Another folder';

/** Those who manage a place may send more; the decision says whether they do, and whose an entry is. */
function allowedWay(way: Way, { role }: SessionUser): Way | undefined {
  const { name } = way.command;
  const { access, ...traits } = commands[name];
  if ('forManagers' in traits || mayAccess(access, role)) return way;
  const fields = way.changes.map(({ field }) => field);
  const command = asOwnChange(way.command, fields);
  return command && { ...way, command };
}

function blocked(
  about: Pick<Step, 'event' | 'name' | 'version'>,
  code: UndoReason,
  text: string = undoReasons[code],
): Step {
  const state = isSettled(code) ? 'done' : 'blocked';
  const nothing = { whole: undefined, chosen: undefined, conflicts: [] };
  return { ...about, ...nothing, state, reason: { code, text } };
}

/** What the rules make of it, and what has the name already that it would get. */
async function attempt({ simulation, by, onNameTaken }: Doing, stream: string, way: Way) {
  const decide = (onConflict?: OnNameTaken) =>
    simulation.decide(stream, way, { by, onConflict }).catch(refusalOf);
  const decided = await decide(onNameTaken && 'refuse');
  if (!(decided instanceof Refusal) || decided.code !== 'name-taken') return { decided };
  const { body } = way.command;
  const { place = null } = simulation.thing(stream).fields;
  const taken = {
    ...(decided.facts as unknown as Omit<UndoNameTaken, 'folderId'>),
    folderId: targetIn(body, place),
  };
  return { decided: onNameTaken === 'refuse' ? decided : await decide(onNameTaken), taken };
}

/** Where a command puts its thing, else where that lies. */
function targetIn(body: Way['command']['body'], place: string | null): string | null {
  if ('folderId' in body) return body.folderId ?? null;
  return 'parentId' in body ? body.parentId : place;
}

function refusalOf(fault: unknown): Refusal {
  if (fault instanceof Refusal) return fault;
  throw fault;
}

const UNSEEN: readonly RefusalCode[] = ['folder/not-found', 'file/not-found', 'link/not-found'];

/** The thing is there, so nobody may see the folder that it lies in, or lay in. */
function reasonOf({ code, message }: Refusal): [code: UndoReason, text?: string] {
  if (code === 'not-allowed' || code === 'name-taken') return [code];
  if (code === 'trash/purged') return ['purged'];
  if (UNSEEN.includes(code)) return ['out-of-sight'];
  if (code === 'folder/parent-not-found') return ['refused', refusals['folder/parent-removed'][1]];
  return ['refused', message];
}

/** Stands for all that a preview says would happen: it is another one as soon as anything of that changes. */
export function planHash(steps: readonly Step[]): string {
  const hash = createHash('sha256');
  for (const { event, state, chosen, conflicts, reason, held, taken } of steps) {
    const pairs = conflicts.map(({ field, is }) => [field, is]);
    hash.update(JSON.stringify([event.id, state, chosen, pairs, reason?.code, held, taken]));
  }
  return hash.digest('hex');
}
