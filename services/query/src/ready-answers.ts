import type { ReadyAnswer, ReadyAnswers } from '@feusa/http/ready-answers';
import { jsonOf, withPosition } from './json.js';
import { SearchQuery, searchNow, type SearchInMemory } from './search/search-employees.js';

const AFTER = /^after=(0|[1-9]\d{0,14})(?:&|$)/;
const SEARCH = /^q=([^&+]+)(?:&page=([^&]+))?(?:&after=([^&]+))?$/;
const PAGE = /^limit=(\d{1,4})(?:&cursor=([\w-]+))?$/;

/** What the screens ask for most, as long as it is in memory: the directory, its pages and people, folders, and who is looked for. */
export function readyAnswers(memory: SearchInMemory): ReadyAnswers {
  const { model } = memory;
  const { directory, access, pages, progress } = model;

  /** What else is asked; undefined while the position that must be in the answer is not. */
  const settled = (query: string): string | undefined => {
    const [start, after] = AFTER.exec(query) ?? ['', '0'];
    return Number(after) <= progress.position ? query.slice(start.length) : undefined;
  };

  const people: ReadyAnswer = (asked) => {
    const query = settled(asked.query);
    const directory = model.directory.memory;
    if (query === undefined || !directory) return undefined;
    if (query === '') return withPosition(directory.everybody(), progress.position);
    const [, limit, cursor] = PAGE.exec(query) ?? [];
    const page = limit && directory.knownPage(Number(limit), cursor);
    return page ? withPosition(page, progress.position) : undefined;
  };

  const person: ReadyAnswer = ({ id = '', query }) => {
    const json = settled(query) === '' ? directory.memory?.json(id) : undefined;
    return json === undefined ? undefined : [Buffer.from(json)];
  };

  const folder: ReadyAnswer = ({ id = null, query, by }) => {
    const sight = access.sightOf(by);
    if (settled(query) !== '' || !sight.reads(id)) return undefined;
    const page = pages.known(id, sight.hiddenIn(id));
    return page && withPosition(page, progress.position);
  };

  const search: ReadyAnswer = ({ query }) => {
    const [, q = '', page, after] = SEARCH.exec(query) ?? [];
    const params = SearchQuery.safeParse({
      q: decoded(q),
      ...(page !== undefined && { page }),
      ...(after !== undefined && { after }),
    });
    const found = params.success && searchNow(params.data, memory);
    return found ? jsonOf(found) : undefined;
  };

  return {
    '/api/search': search,
    '/api/employees': people,
    '/api/employees/:id': person,
    '/api/folders': folder,
    '/api/folders/:id': folder,
  };
}

/** As the framework reads it; nothing where it cannot be read. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
