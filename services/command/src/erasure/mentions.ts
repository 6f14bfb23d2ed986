import type { Mention } from '@feusa/contracts/erasure';
import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import { byStream } from '@feusa/contracts/group-by';
import type { Ports } from '@feusa/profiles/ports';
import { nameOf, NOTHING, thingAfter } from '@feusa/domain/things';
import { Who } from './who.js';

const AT_ONCE = 200;
const LATEST = 5000;

/** Where others tell of a person. */
export interface Mentions {
  /** Ids of error reports, dismissed ones too. */
  readonly reports: readonly string[];
  readonly things: readonly Mention[];
  /** Ids of the reports that have come since, and tell of the person too. */
  late(): Promise<readonly string[]>;
}

type Sources = Pick<Ports, 'store' | 'auditTrail'>;

/** Who else names this person: found by the words of the audit trail, told by the log itself. */
export async function mentionsOf(
  stream: string,
  { store, auditTrail }: Sources,
): Promise<Mentions> {
  const who = new Who(stream, await store.readStreams([stream]));
  const { position } = await store.head();
  const { streams, upTo } = await auditTrail.mentioning(who.texts(), who.reporter);
  const all = new Set([...streams, ...(await streamsAfter(upTo, store))]);
  all.delete(stream);
  const reports: string[] = [];
  const things: Mention[] = [];
  const candidates = [...all].sort();
  for (let at = 0; at < candidates.length; at += AT_ONCE) {
    const events = await store.readStreams(candidates.slice(at, at + AT_ONCE));
    for (const [each, history] of byStream(events)) {
      if (nounOf(each) !== 'error') things.push(...mentionIn(each, history, who));
      else if (history.some((event) => isReportOf(event, who))) reports.push(idOf(each));
    }
  }
  const late = async () => {
    const since = await store.read(position, LATEST);
    return since.filter((event) => isReportOf(event, who)).map((event) => idOf(event.stream));
  };
  return { reports, things, late };
}

/** What the audit trail has not recorded yet: a moment as a rule, much after an upgrade. */
async function streamsAfter(position: number, store: Sources['store']): Promise<Set<string>> {
  const streams = new Set<string>();
  for (let after = position; ;) {
    const events = await store.read(after, LATEST);
    for (const { stream } of events) streams.add(stream);
    if (events.length < LATEST) return streams;
    after = events.at(-1)!.position;
  }
}

/** Whatever a user reports tells of the user. */
const isReportOf = ({ type, data, actor }: StoredEvent, who: Who): boolean =>
  type === 'ErrorLogged' &&
  (actor === who.reporter || who.isMentionedIn(`${data.details} ${JSON.stringify(data.errors)}`));

function mentionIn(stream: string, history: readonly StoredEvent[], who: Who): Mention[] {
  const thing = history.reduce(thingAfter, NOTHING);
  const notes = history.map((event) => ['note', noteIn(event)] as const);
  const fields = [...Object.entries(thing.fields), ...notes];
  const named = fields.find(([field, text]) => text && isNaming(field, text, who));
  if (!named) return [];
  const { removed, fields: now } = thing;
  return [{ stream, called: nameOf(thing), field: named[0], place: now['place'] ?? null, removed }];
}

/** People may be called alike: of them only the manager and the address tell of somebody else. */
function isNaming(field: string, text: string, who: Who): boolean {
  if (field === 'email') return who.emails.has(text.toLowerCase());
  return ['name', 'manager', 'link', 'note'].includes(field) && who.isNamedIn(text);
}

/** Of a version of a file. */
const noteIn = (event: StoredEvent): string | null =>
  event.type === 'FileReplaced' ? (event.data.note ?? null) : null;
