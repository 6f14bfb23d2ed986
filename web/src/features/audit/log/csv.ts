import type { ActorView } from '@feusa/contracts/docs';
import { csvLine } from '@feusa/contracts/guarded-cell';
import { request } from '../../../shared/api.js';
import { describeEvent, type Names } from '../describe.js';
import type { LogEvent, LogPage } from '../log-event.js';
import { namesOfActors } from '../use-names.js';
import { texts } from '../texts.js';

const PAGE = 1000;
/** What is read in a spreadsheet; the export has the log whole. */
export const MOST_LINES = 20_000;

/** In a file nobody can point at a name to see whose it is. */
const withEmail = ({ name, email }: ActorView) => (name ? `${name} (${email})` : email);

interface Found {
  readonly events: readonly LogEvent[];
  readonly names: Names;
  readonly isCut: boolean;
}

/** What a filter finds, the newest first, and what things in it are called. */
export async function readForCsv(query: string, onRead: (count: number) => void): Promise<Found> {
  const events: LogEvent[] = [];
  const names = new Map<string, string>();
  let before = '';
  for (;;) {
    const page = await request<LogPage>(
      'GET',
      `/api/audit/events?names=true&order=newest&limit=${PAGE}${before}${query && `&${query}`}`,
    );
    events.push(...page.events);
    for (const [stream, name] of Object.entries(page.names ?? {})) names.set(stream, name);
    for (const [stream, name] of namesOfActors(
      new Map(Object.entries(page.people ?? {})),
      withEmail,
    ))
      names.set(stream, name);
    onRead(events.length);
    const last = page.events.at(-1);
    if (page.next === null || !last) return { events, names, isCut: false };
    if (events.length >= MOST_LINES) return { events, names, isCut: true };
    before = `&before=${last.position}`;
  }
}

/** Events in words, a line each, that no spreadsheet runs; by its first mark it is known to be UTF-8. */
export function csvOf(
  events: readonly LogEvent[],
  { names, actor }: { readonly names: Names; actor(id: string): string },
): string {
  const lines = events.map((event) =>
    csvLine([
      event.position,
      event.at,
      actor(event.actor),
      describeEvent(event, names),
      event.type,
      event.stream,
    ]),
  );
  return `\ufeff${csvLine(texts.csvHead)}${lines.join('')}`;
}
