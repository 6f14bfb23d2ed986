import { userInfo } from 'node:os';
import type { DeadLetter, DeadLetters } from '@feusa/event-log/dead-letters/port';
import { StartFault } from '@feusa/platform/start-fault';
import type { Command, Options } from './options.js';
import { historyText, letterText, listText, tableText, timeText } from './texts.js';

/** What the commands work with. */
export interface Desk {
  readonly letters: DeadLetters;
  /** What would go wrong with a redrive of each letter; undefined for nothing. */
  rehearse(letters: readonly DeadLetter[]): Promise<Map<number, string | undefined>>;
  print(line: string): void;
}

type Done = { readonly worked: boolean; readonly json: unknown; readonly text: readonly string[] };
type Of<N extends Command['name']> = Extract<Command, { name: N }>;

/** Carries a command out and prints what came of it. False where something could not be done. */
export async function runDeadLetters({ command, json }: Options, desk: Desk): Promise<boolean> {
  const done = await carryOut(command, desk);
  if (json) desk.print(JSON.stringify(done.json, null, 2));
  else done.text.forEach((line) => desk.print(line));
  return done.worked;
}

function carryOut(command: Command, desk: Desk): Promise<Done> | Done {
  switch (command.name) {
    case 'list':
      return list(command, desk);
    case 'show':
      return show(command, desk);
    case 'redrive':
      return command.dryRun ? rehearseRedrive(command, desk) : redrive(command, desk);
    case 'discard':
      return discard(command, desk);
  }
}

async function list({ all }: Of<'list'>, { letters }: Desk): Promise<Done> {
  const found = (await letters.list()).filter(({ state }) => all || state !== 'discarded');
  return { worked: true, json: found, text: listText(found) };
}

/** Also of a stream that flows again, as long as it is known what was done about it. */
async function show({ id }: Of<'show'>, { letters }: Desk): Promise<Done> {
  const [letter, actions] = await Promise.all([letters.find(id), letters.actions({ letter: id })]);
  if (!letter && actions.length === 0) throw new StartFault(`There is no dead letter ${id}.`);
  const gone = [`${actions[0]?.stream} is no longer blocked.`];
  const text = letter ? letterText(letter, actions) : [...gone, ...historyText(actions)];
  return { worked: true, json: { letter: letter ?? null, actions }, text };
}

interface Sorted {
  readonly fit: readonly DeadLetter[];
  /** Why the others are not tried again, by id. */
  readonly refused: readonly (readonly [id: number, why: string])[];
}

async function sorted({ ids, force }: Of<'redrive'>, { letters }: Desk): Promise<Sorted> {
  const all = await letters.list();
  const known = new Map(all.map((letter) => [letter.id, letter]));
  const given = all.filter(
    ({ state }) => state === 'blocked' || (force && state === 'quarantined'),
  );
  const wanted = ids ?? given.map(({ id }) => id);
  const verdicts = wanted.map((id) => [id, refusalOf(known.get(id), force)] as const);
  return {
    fit: verdicts.flatMap(([id, why]) => (why === undefined ? [known.get(id)!] : [])),
    refused: verdicts.flatMap(([id, why]) => (why === undefined ? [] : [[id, why] as const])),
  };
}

function refusalOf(letter: DeadLetter | undefined, force: boolean): string | undefined {
  if (!letter) return 'there is no such dead letter';
  if (letter.state === 'due') return 'is to be tried again already';
  if (force) return undefined;
  if (letter.state === 'quarantined') return 'is quarantined: say --force';
  return letter.state === 'discarded' ? 'was given up: say --force' : undefined;
}

const refusedText = (refused: Sorted['refused']) => refused.map(([id, why]) => `${id}: ${why}.`);
const streams = (count: number) => (count === 1 ? '1 stream' : `${count} streams`);

async function redrive(command: Of<'redrive'>, desk: Desk): Promise<Done> {
  const { fit, refused } = await sorted(command, desk);
  const { perMinute, force } = command;
  const ids = fit.map(({ id }) => id);
  const marked = await desk.letters.redrive(ids, { by: operator(), perMinute, force });
  const last = marked.at(-1);
  const summary = last
    ? `${streams(marked.length)} marked, at most ${perMinute} a minute, the last for ${timeText(last.dueAt)}. ` +
      'The running product takes them up; list shows what is left.'
    : 'Nothing is to be tried again.';
  return {
    worked: refused.length === 0,
    json: { marked, refused: Object.fromEntries(refused) },
    text: [...refusedText(refused), summary],
  };
}

/** What can be known beforehand: whether the consumer's own work on the events would go through. */
async function rehearseRedrive(command: Of<'redrive'>, desk: Desk): Promise<Done> {
  const { fit, refused } = await sorted(command, desk);
  const faults = await desk.rehearse(fit);
  const rehearsed = fit.map((letter) => ({
    ...{ id: letter.id, stream: letter.stream, consumer: letter.consumer },
    ...{ fromVersion: letter.fromVersion, verdict: verdictOn(letter, faults) },
  }));
  const rows = rehearsed.map((each) => [
    String(each.id),
    each.consumer,
    `${each.stream} from version ${each.fromVersion}`,
    each.verdict,
  ]);
  const text = rows.length > 0 ? tableText([['ID', 'CONSUMER', 'WHAT', 'VERDICT'], ...rows]) : [];
  return {
    worked: refused.length === 0,
    json: { rehearsed, refused: Object.fromEntries(refused) },
    text: [...text, ...refusedText(refused), `Nothing was changed: ${streams(fit.length)} to try.`],
  };
}

function verdictOn({ id }: DeadLetter, faults: Map<number, string | undefined>): string {
  if (!faults.has(id)) return 'cannot be known before';
  const fault = faults.get(id);
  return fault === undefined ? 'would work' : `would fail: ${fault}`;
}

async function discard({ id, reason, dryRun }: Of<'discard'>, desk: Desk): Promise<Done> {
  const letter = await desk.letters.find(id);
  if (!letter) throw new StartFault(`There is no dead letter ${id}.`);
  const { stream, consumer, fromVersion } = letter;
  if (letter.state === 'discarded') throw new StartFault(`${stream} was given up already.`);
  const what = `${stream} from version ${fromVersion} on, for ${consumer}`;
  if (dryRun) {
    const json = { id, wouldDiscard: true };
    return { worked: true, json, text: [`Would give up ${what}. Nothing was changed.`] };
  }
  const worked = await desk.letters.discard(id, operator(), reason);
  const text = worked ? `Gave up ${what}.` : `${stream} was given up already.`;
  return { worked, json: { id, discarded: worked }, text: [text] };
}

const operator = (): string => `${userInfo().username}, at the command line`;
