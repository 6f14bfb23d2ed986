// The page names this module before its program, so that the server works while that is on its way.

/** An answer that waited longer than this may be an old one, ms. */
const FRESH_MS = 10_000;
const PLACE = /^\/dashboard(?:\/[^/]+)*?(?:\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?\/?$/i;
const SESSION = '/api/session';
const OF_SCREENS = ['/api/errors', '/api/me/marks'];
const OF_TOP = ['/api/folders', '/api/folder-counts', '/api/me/home', '/api/me/waiting'];

type Address = Pick<Location, 'pathname' | 'search'>;

/** What the first screen at an address asks for; nothing where that is not one of the files'. */
export function requestsAt({ pathname, search }: Address): readonly string[] {
  const [path, id] = PLACE.exec(pathname) ?? [];
  if (path === undefined) return [];
  if (new URLSearchParams(search).has('at')) return [SESSION];
  if (id !== undefined) return [SESSION, `/api/folders/${id.toLowerCase()}`, ...OF_SCREENS];
  const isTop = /^\/dashboard\/?$/i.test(path);
  return isTop ? [SESSION, ...OF_TOP, ...OF_SCREENS] : [SESSION];
}

const requested = new Map<string, Promise<Response | undefined>>();
const arrived = new Map<string, unknown>();
let since = 0;

/** Read to its end, as the browser goes on loading what nobody reads. */
async function wholeOf(path: string): Promise<Response> {
  const answer = await fetch(path);
  const { status, headers } = answer;
  const body = await answer.blob();
  if (answer.ok) arrived.set(path, JSON.parse(await body.text()));
  return new Response(body, { status, headers });
}

/** Asks for what the first screen needs while the program is still on its way. */
export function requestAhead(at: Address): void {
  since = performance.now();
  const ask = (path: string) => wholeOf(path).catch(() => undefined);
  for (const path of requestsAt(at)) requested.set(path, ask(path));
}

/** What was asked ahead, once; undefined where it did not come, or came a while ago. */
export function takeAhead(path: string): Promise<Response | undefined> | undefined {
  const answer = requested.get(path);
  requested.delete(path);
  return performance.now() - since < FRESH_MS ? answer : undefined;
}

/** What has come of it so far, by its path: the first screen is drawn with that. */
export const arrivedAhead = (): ReadonlyMap<string, unknown> =>
  performance.now() - since < FRESH_MS ? arrived : new Map();

/** From now on something may have changed, which those answers do not have. */
export function endAhead(): void {
  requested.clear();
  arrived.clear();
}

if (typeof location !== 'undefined') requestAhead(location);
