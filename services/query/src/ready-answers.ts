import type { ReadyAnswer, ReadyAnswers } from '@feusa/http/ready-answers';
import { withPosition } from './json.js';
import type { ReadModel } from './read-model/read-model.js';

const PAGE = /^limit=(\d{1,4})(?:&cursor=([\w-]+))?$/;

/** What the screens ask for most, as long as it is in memory: the directory, its pages and people, and folders. */
export function readyAnswers(model: ReadModel): ReadyAnswers {
  const { directory, access, pages, progress } = model;

  const people: ReadyAnswer = ({ query }) => {
    if (query === '') return withPosition(directory.everybody(), progress.position);
    const [, limit, cursor] = PAGE.exec(query) ?? [];
    const page = limit && directory.knownPage(Number(limit), cursor);
    return page ? withPosition(page, progress.position) : undefined;
  };

  const person: ReadyAnswer = ({ id = '', query }) => {
    const json = query === '' ? directory.json(id) : undefined;
    return json === undefined ? undefined : [Buffer.from(json)];
  };

  const folder: ReadyAnswer = ({ id = null, query, by }) => {
    const sight = access.sightOf(by);
    if (query !== '' || !sight.reads(id)) return undefined;
    const page = pages.known(id, sight.hiddenIn(id));
    return page && withPosition(page, progress.position);
  };

  return {
    '/api/employees': people,
    '/api/employees/:id': person,
    '/api/folders': folder,
    '/api/folders/:id': folder,
  };
}
