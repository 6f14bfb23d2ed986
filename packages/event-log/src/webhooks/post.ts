import { lookup, type LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isOwnMachine, plainAddress, readNetworks, type Networks } from '@feusa/platform/networks';

/** Addresses that lead inside, or nowhere. */
const inside = readNetworks(
  [
    ...['loopback', 'linklocal', 'uniquelocal', '0.0.0.0/8', '100.64.0.0/10', '192.0.0.0/24'],
    ...['192.0.2.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4'],
    ...['240.0.0.0/4', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23'],
    ...['2001:db8::/32', '2002::/16', 'fec0::/10', 'ff00::/8'],
  ].join(','),
)!;

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Networks inside that may be reached. */
  readonly allowed?: Networks | undefined;
  readonly timeoutMs: number;
  readonly stopped?: AbortSignal | undefined;
}

const isRefused = (address: string, allowed: Networks = () => false): boolean => {
  const plain = plainAddress(address);
  return plain === undefined || (inside(plain) && !allowed(plain));
};

const REFUSED = 'The address leads inside';

/** Looks a name up for one connection: what it comes to is what is connected to, or refused. */
const guardedLookup =
  (allowed: Networks | undefined): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (fault, found: LookupAddress[]) => {
      if (fault) return done(fault, '');
      const outside = found.filter(({ address }) => !isRefused(address, allowed));
      const [first] = outside;
      if (!first || outside.length < found.length) return done(new Error(REFUSED), '');
      if (options.all) return done(null, outside);
      done(null, first.address, first.family);
    });

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * Whether an address leads inside as names are now. They may come to something else later, so that each
 * delivery looks again; one that comes to nothing now may do so then.
 */
export async function leadsInside(url: string, allowed?: Networks): Promise<boolean> {
  const host = hostOf(new URL(url));
  if (plainAddress(host) !== undefined) return isRefused(host, allowed);
  if (isOwnMachine(host)) return isRefused('127.0.0.1', allowed);
  const found = await lookUp(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isRefused(address, allowed));
}

const CLOSED = 'The connection was closed without an answer';

/** What is wrong in words, by the codes of the system, of TLS and of the parser. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'The name is not known'],
  [/^EAI_/, 'The name cannot be looked up now'],
  [/^ECONNREFUSED$/, 'Nothing answers there'],
  [/^E(HOST|NET)UNREACH$|^ETIMEDOUT$/, 'No way leads there'],
  [/^ECONNRESET$|^EPIPE$/, CLOSED],
  [/^EPROTO$|^ERR_SSL_/, 'TLS does not work there'],
  [/^HPE_/, 'What answers is no web server'],
];

/** As it is, where it is in words already: certificates, for example. */
function inWords(fault: Error & { readonly code?: unknown }): Error {
  const known = words.find(([code]) => code.test(String(fault.code)));
  return known ? new Error(known[1], { cause: fault }) : fault;
}

/** Who is told wants to be told no more. */
export class WebhookGone extends Error {}

/**
 * Posts JSON by a connection of its own. Redirects are not followed; what is answered beside the status is not
 * read. @throws WebhookGone where the address is given up (410, as Standard Webhooks has it); Error that says in
 * words why it was not taken
 */
export function post(posting: Posting): Promise<void> {
  const { url, headers, body, allowed, timeoutMs, stopped } = posting;
  const target = new URL(url);
  const host = hostOf(target);
  if (plainAddress(host) !== undefined && isRefused(host, allowed))
    return Promise.reject(new Error(REFUSED));
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
  const { request } = target.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (fault: Error) =>
      reject(
        timeout.aborted ? new Error(`No answer within ${timeoutMs / 1000} s`) : inWords(fault),
      );
    const sent = request(target, {
      ...{ method: 'POST', agent: false, signal, lookup: guardedLookup(allowed) },
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'FEUSA',
      },
    });
    sent.on('error', fail);
    // Whatever else becomes of a connection, it ends; what was settled before stays so.
    sent.on('close', () => fail(new Error(CLOSED)));
    sent.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      fail(new Error(`Answered with ${statusCode}`));
    });
    sent.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      answer.on('error', () => undefined).destroy();
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new (statusCode === 410 ? WebhookGone : Error)(`Answered with ${statusCode}`));
    });
    sent.end(body);
  });
}
