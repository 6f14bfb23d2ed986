import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { plainAddress, type Trust } from '@feusa/platform/networks';

/** Who is believed, and the address that people have to use, where there is one. */
export interface Front {
  readonly trust: Trust;
  readonly publicUrl?: string | undefined;
}

/**
 * Leaves only what is believed in the headers that proxies set, so that nobody behind this has to know
 * whom to believe: `x-forwarded-for` holds the caller first and then the proxies in between,
 * `x-forwarded-proto` is always there. Doing it twice changes nothing.
 */
export function settleForwarded(request: IncomingMessage, { trust, publicUrl }: Front): void {
  if (settled.has(request)) return;
  settled.add(request);
  const { headers, socket } = request;
  const claimed = MADE_UP.some((name) => name in headers) ? claimsOf(request, trust) : {};
  const own = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  const scheme = publicUrl?.split(':')[0] ?? claimed.scheme ?? own;
  headers['x-forwarded-proto'] = /^(https|wss)$/i.test(scheme) ? 'https' : 'http';
  if (claimed.hops) headers['x-forwarded-for'] = claimed.hops;
  if (claimed.host !== undefined) headers['x-forwarded-host'] = claimed.host;
}

interface ForwardedHeaders {
  /** Parted by commas, the caller first; '' for nobody who is believed. */
  readonly hops?: string;
  readonly scheme?: string | undefined;
  readonly host?: string | undefined;
}

const settled = new WeakSet<IncomingMessage>();

/** Takes out of the headers what proxies say, and answers with what of it is believed. */
function claimsOf(request: IncomingMessage, trust: Trust): ForwardedHeaders {
  const { headers } = request;
  const hops = hopsOf(request, trust);
  const trusted = hops.length > 0 ? hops.length : Number(trust(peerOf(request), 0));
  const scheme = saidBy(headers['x-forwarded-proto'], trusted);
  const host = saidBy(headers['x-forwarded-host'], trusted);
  for (const name of MADE_UP) delete headers[name];
  return { hops: hops.toReversed().join(', '), scheme, host };
}

const peers = new WeakMap<Socket, string>();

/** Who has connected; worked out once a connection. */
function peerOf({ socket }: IncomingMessage): string {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const peer = plainAddress(socket.remoteAddress) ?? '';
  peers.set(socket, peer);
  return peer;
}

const MADE_UP = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Adds who has connected here, for the service that a request is passed on to. */
export function addHop(request: IncomingMessage): void {
  const { headers } = request;
  const peer = peerOf(request);
  const before = headers['x-forwarded-for'];
  headers['x-forwarded-for'] =
    before === undefined ? peer : `${listed(before).join(', ')}, ${peer}`;
  const host = headers['x-forwarded-host'] ?? headers.host;
  if (host !== undefined) headers['x-forwarded-host'] = host;
}

/** The caller's network address; of a request whose headers are settled. */
export function callerAddress(request: IncomingMessage): string {
  const [caller] = listed(request.headers['x-forwarded-for']);
  return caller ?? peerOf(request);
}

/** Whether people come by TLS; of a request whose headers are settled. */
export const isSecure = (headers: IncomingHttpHeaders): boolean =>
  headers['x-forwarded-proto'] === 'https';

/** The hops that believed ones tell of, the nearest first, up to the first that is not believed itself. */
function hopsOf(request: IncomingMessage, trust: Trust): string[] {
  const claimed = listed(request.headers['x-forwarded-for']).toReversed();
  const hops: string[] = [];
  let by = peerOf(request);
  for (const each of claimed) {
    const next = plainAddress(each);
    if (next === undefined || !trust(by, hops.length)) break;
    hops.push(next);
    by = next;
  }
  return hops;
}

/** Each hop adds to the end, or says it alone: what the farthest of those that are believed has said. */
function saidBy(header: string | string[] | undefined, hops: number): string | undefined {
  const said = listed(header);
  return hops > 0 ? said.at(-Math.min(hops, said.length)) : undefined;
}

const listed = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
