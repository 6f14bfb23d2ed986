import type { AccessKind, AccessView } from '@feusa/contracts/access-log';
import { refusals } from '@feusa/contracts/refusals';
import { formatNumber } from '../../shared/format.js';
import { texts } from './texts.js';

/** What was done, to what where the entry names nothing, and what else there is to say of it. */
export interface Words {
  readonly phrase: string;
  readonly what?: string | undefined;
  readonly detail?: string | undefined;
}

type Told = Pick<AccessView, 'kind' | 'detail' | 'count' | 'files' | 'about' | 'aboutName'>;

/** Entries that the log makes about itself. */
const OWN: ReadonlySet<AccessKind> = new Set(['lost', 'pruned', 'missing']);

/** Who did it where no account is named: what needs no person is done by the product itself. */
export const doerOf = ({ kind, user }: Pick<AccessView, 'kind' | 'user'>): string => {
  if (user !== null) return texts.formerUser;
  return OWN.has(kind) || kind === 'access-changed' ? texts.theSystem : texts.nobody;
};

export function wordsOf(entry: Told): Words {
  const { kind, count } = entry;
  const detail = entry.detail ?? '';
  const phrase = texts.kinds[kind];
  if (OWN.has(kind)) return { phrase: texts.own[kind] ?? phrase, detail: entriesOf(count) };
  if (kind === 'refused') return { phrase, ...refusalOf(entry, detail) };
  if (kind === 'past') return { phrase, what: texts.of(placeOf(detail)) };
  if (kind === 'exported') return { phrase, what: texts.exports[detail] ?? detail };
  if (kind === 'downloaded' || kind === 'previewed')
    return { phrase, detail: texts.takenAs[detail] ?? detail };
  const what = namelessOf(entry);
  if (kind === 'access-changed') return { ...changeOf(detail, phrase), what };
  return { ...accountOf(detail, phrase), what };
}

/** Something was changed that is called nothing any more. */
function namelessOf({ about, aboutName }: Told): string | undefined {
  if (about === null || aboutName !== null) return undefined;
  return texts.nameless[about.slice(0, about.indexOf('-'))];
}

const entriesOf = (count: number | null) => (count === null ? undefined : texts.entries(count));

function changeOf(detail: string, phrase: string): Words {
  const [type = '', position = ''] = detail.split(' ');
  return {
    phrase: texts.changes[type] ?? phrase,
    detail: texts.change(formatNumber(Number(position))),
  };
}

/** What the security log says, and after a colon by which means or why. */
function accountOf(detail: string, phrase: string): Words {
  const [event = '', ...reason] = detail.split(': ');
  return { phrase: texts.account[event] ?? (event || phrase), detail: reason.join(': ') };
}

/** `CODE METHOD ROUTE`: what was asked for is told only where the entry doesn't name it. */
function refusalOf({ files, aboutName }: Told, detail: string): Omit<Words, 'phrase'> {
  const [code = '', , route = ''] = detail.split(' ');
  const [, reason] = refusals[code as keyof typeof refusals] ?? [];
  const isNamed = files.length > 0 || aboutName !== null;
  return {
    what: isNamed ? undefined : askedOf(route),
    detail: reason === undefined ? undefined : texts.quoted(reason),
  };
}

const COMMAND = '/api/commands/';

const askedOf = (route: string): string =>
  route.startsWith(COMMAND)
    ? texts.quoted(route.slice(COMMAND.length).replaceAll('-', ' '))
    : placeOf(route);

/** What a route leads to, by its longest beginning that has a name. */
function placeOf(route: string): string {
  const parts = route.replace(/^\/(api\/)?/, '').split('/');
  for (let length = parts.length; length > 0; length--) {
    const place = texts.places[parts.slice(0, length).join('/')];
    if (place !== undefined) return place;
  }
  return texts.anotherPlace;
}
