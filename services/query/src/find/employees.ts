import type { EmployeeView } from '@feusa/contracts/employees';
import { SearchUnavailable, type SearchIndex } from '@feusa/search/port';
import { findBounds } from '@feusa/contracts/find-bounds';
import { searchFailures } from '@feusa/platform/telemetry/metrics';
import { wordsOf } from '@feusa/search/find/words';
import type { PresentDirectory } from '../employees/present-directory.js';
import { nameFit, type Ranked } from './ranking.js';

interface FoundEmployees {
  readonly people: readonly Ranked[];
  readonly total: number;
}

type Times = { readonly from?: string | undefined; readonly to?: string | undefined };

/** By what a person was found, in this order. */
const fields = ['role', 'department', 'location', 'manager', 'email'] as const;
const NOBODY: FoundEmployees = { people: [], total: 0 };

/** People for a search of everything, by the index of the directory. */
export class EmployeeFinder {
  constructor(
    private readonly index: SearchIndex,
    private readonly directory: Pick<PresentDirectory, 'known'>,
  ) {}

  /** While the index is away everything else is found without people. */
  async find(words: readonly string[], times: Times = {}): Promise<FoundEmployees> {
    const page = { page: 1, size: findBounds.weighed.value };
    const found = await this.index.search(words.join(' '), page).catch((fault: unknown) => {
      searchFailures.inc();
      if (fault instanceof SearchUnavailable) return undefined;
      throw fault;
    });
    if (!found) return NOBODY;
    const known = await this.directory.known(found.ids);
    const people = found.ids
      .flatMap((id, at) => ranked(known.get(id), words, at))
      .filter(within(times));
    return { people, total: found.total - (found.ids.length - people.length) };
  }

  /** Who has one of these sets of words, and how many at least. */
  async findAny(sets: readonly (readonly string[])[], times: Times = {}): Promise<FoundEmployees> {
    const [only, ...others] = sets;
    if (only && others.length === 0) return this.find(only, times);
    const all = await Promise.all(sets.map((words) => this.find(words, times)));
    const people = new Map(all.flatMap((found) => found.people.map((each) => [each.id, each])));
    return { people: [...people.values()], total: people.size };
  }
}

function ranked(json: string | undefined, words: readonly string[], at: number): Ranked[] {
  if (json === undefined) return [];
  const person = JSON.parse(json) as EmployeeView;
  const name = `${person.firstName} ${person.lastName}`;
  const matched = matchedBy(person, words);
  const score = (matched === 'name' ? nameFit(name, words) : 1) - at / 1e5;
  const has = { words, person };
  const { id } = person;
  return [{ kind: 'person', id, name, matched, score, has, blob: null, folderId: null }];
}

/** By when they were added: of a person nothing says when they were changed. */
const within =
  ({ from, to }: Times) =>
  ({ has }: Ranked): boolean => {
    const at = has?.person.timestamp ?? 0;
    return (!from || at >= Date.parse(from)) && (!to || at <= Date.parse(to));
  };

/** The name where it has all words, else the first field that has one which the name has not. */
function matchedBy(person: EmployeeView, words: readonly string[]): string {
  const others = words.filter((word) => !begins(`${person.firstName} ${person.lastName}`, word));
  const field = fields.find((each) => others.some((word) => begins(person[each], word)));
  if (field) return field;
  const isPhone = others.some((word) => /^\d{3,}$/.test(word));
  return isPhone ? 'phoneNumber' : 'name';
}

const begins = (text: string, word: string) => wordsOf(text).some((own) => own.startsWith(word));
