import { isSecure } from '@feusa/http/forwarded';
import type { AppRequest } from '@feusa/http/request';

export const PUBLIC_ADDRESS = Symbol('PublicAddress');

/** Where people reach the intranet. */
export interface PublicAddress {
  /** The origin to put in a mail. */
  originFor(request: AppRequest): string;
  /** The origin of the page that a request came from, which was checked to be one of ours. */
  pageOf(request: AppRequest): string;
}

/**
 * Without a configured address the one that the connection itself arrived at: unlike the Host header it
 * cannot be made up by who asks, and a mail with it leads nowhere but here.
 */
export const publicAddress = (configured: string | undefined): PublicAddress => ({
  originFor: ({ socket }) => configured ?? originOf(socket),
  pageOf({ headers, socket }) {
    const { origin = configured, host } = headers;
    const reached = `${isSecure(headers) ? 'https' : 'http'}://${host}`;
    return origin ?? (URL.canParse(reached) ? new URL(reached).origin : originOf(socket));
  },
});

interface Connection {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

function originOf({ localAddress = '127.0.0.1', localPort = 80 }: Connection): string {
  const address = localAddress.replace(/^::ffff:/, '').replace(/%.*$/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
