import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

const YEAR_MS = 365 * 24 * 3600 * 1000;
const here = path.dirname(fileURLToPath(import.meta.url));
const candidates = ['web', '../web', '../../../dist/web'].map((place) => path.join(here, place));

/** Serves the built screens; any other page address gets the app, which knows its own routes. */
export async function serveWeb(app: NestFastifyApplication): Promise<void> {
  const root = candidates.find((directory) => existsSync(path.join(directory, 'index.html')));
  if (!root) return;
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await fastify.register(fastifyStatic, {
    root: path.join(root, 'assets'),
    prefix: '/assets/',
    maxAge: YEAR_MS,
    immutable: true,
    preCompressed: true,
    decorateReply: true,
  });
  const send = (file: string) => (_request: unknown, reply: SendsFiles) =>
    reply.header('cache-control', 'no-cache').sendFile(file, root, { maxAge: 0, immutable: false });
  for (const page of PAGES) fastify.get(page, send('index.html') as never);
  fastify.get('/*', (request, reply) => {
    if (!isForPeople(request)) return reply.callNotFound();
    return send('index.html')(request, reply.status(404) as never);
  });
  for (const file of FILES) fastify.get(`/${file}`, send(file) as never);
}

const machines = /^\/(api|files|assets|health|metrics|socket\.io)(\/|$)/;

/** Whether a browser asks for a page, so that a mistyped address gets a screen and not a problem. */
const isForPeople = ({ url, headers }: PageRequest) =>
  !machines.test(url) && (headers.accept ?? '').includes('text/html');

/** Beside the pages; the browser asks for each of them anew. */
const FILES = [
  'favicon.svg',
  'manifest.webmanifest',
  'sw.js',
  ...['192', '512', 'maskable'].map((size) => `icon-${size}.png`),
];

/** What the app has screens for: any other address is answered with 404, and its screen. */
export const PAGES = [
  ...['/', '/reset', '/register', '/dashboard', '/dashboard/*'],
  '/find',
  '/users',
  '/trash',
  '/log',
  '/log/*',
  '/access-log',
  '/operations',
  '/open/*',
  '/waiting',
  '/account',
  '/invite',
  '/sso',
];

interface PageRequest {
  readonly url: string;
  readonly headers: { readonly accept?: string | undefined };
}

interface SendsFiles {
  header(name: string, value: string): SendsFiles;
  sendFile(file: string, root: string, options: object): unknown;
}
