/** The files of this build, put in by vite.config.ts. The worker loads nothing else: it is one classic script. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', run: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', run: (event: Fetching) => void): void;
  addEventListener(type: 'message', run: (event: MessageEvent<unknown>) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
const worker = self as unknown as Worker;

const APP = 'feusa-app-';
const OWN = `${APP}${BUILD.version}`;
const SHELL = '/dashboard';
/** A network that does not answer is none. */
const PATIENCE_MS = 5000;
const NO_PAGE = /^\/(api|assets|files|health|metrics|socket\.io)(\/|$)/;
const DOCUMENT = /^\/files\/[0-9a-f-]{36}$/;

/** All of a build, or nothing of it. */
async function install(): Promise<void> {
  const cache = await caches.open(OWN);
  await cache.addAll(BUILD.files.map((file) => new Request(file)));
  await cache.add(new Request(SHELL, { cache: 'reload' }));
}

/** Tabs of the build before go on with its files until they are loaded again. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(APP) && name !== OWN);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const late = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), PATIENCE_MS));

/** The page as the server has it; without one, or with one that is ailing, as it was. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match(SHELL);
  if (!kept) return fetch(request);
  try {
    const answer = await Promise.race([fetch(request), late()]);
    return answer.status >= 502 ? kept : answer;
  } catch {
    return kept;
  }
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(OWN)).put(request, answer.clone());
  return answer;
}

/** What the server says of a document counts, a refusal too; only nobody's answer is filled in. */
async function file(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (fault) {
    const kept = await caches.match(path);
    if (kept) return kept;
    if (request.mode !== 'navigate') throw fault;
    return new Response('You are offline, and this document is not kept on this device.', {
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
}

function answerTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  if (pathname.startsWith('/assets/')) return asset(request);
  const isNow = !searchParams.has('version') && !searchParams.has('at');
  if (DOCUMENT.test(pathname)) return isNow ? file(request, pathname) : undefined;
  if (request.mode === 'navigate') return NO_PAGE.test(pathname) ? undefined : page(request);
  return BUILD.files.includes(pathname) ? asset(request) : undefined;
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});
