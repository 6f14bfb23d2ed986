import type { IncomingMessage } from 'node:http';
import { readNetworks, trustGateway, trustGiven } from '@feusa/platform/networks';
import { expect, it } from '@jest/globals';
import { addHop, callerAddress, isSecure, settleForwarded } from './forwarded.js';

const proxies = trustGiven(readNetworks('10.0.0.0/8, ::1')!);
const nobody = trustGiven();

const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({
    headers: { host: 'inside', ...headers },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

function settled(request: IncomingMessage, trust = proxies, publicUrl?: string): IncomingMessage {
  settleForwarded(request, { trust, publicUrl });
  settleForwarded(request, { trust, publicUrl });
  return request;
}

it.each([
  ['nobody is in front', '203.0.113.5', undefined, '203.0.113.5'],
  ['a stranger makes something up', '203.0.113.5', '1.2.3.4', '203.0.113.5'],
  ['one proxy', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  [
    'a proxy that adds to what a stranger made up',
    '10.0.0.1',
    '1.2.3.4, 203.0.113.5',
    '203.0.113.5',
  ],
  ['two proxies', '::1', '203.0.113.5, 10.0.0.1', '203.0.113.5'],
  ['two, and something made up', '::1', '1.2.3.4, 203.0.113.5, 10.0.0.1', '203.0.113.5'],
  ['a proxy that asks itself', '10.0.0.1', undefined, '10.0.0.1'],
  ['IPv4 within IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
  ['a proxy that adds a port', '10.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
  ['IPv6 with a port', '10.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
  ['what is no address', '10.0.0.1', '1.2.3.4, unknown', '10.0.0.1'],
  ['empty places', '10.0.0.1', ' ,, 203.0.113.5 ,', '203.0.113.5'],
])('knows the caller: %s', (_, peer, forwarded, caller) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(callerAddress(settled(requestFrom(peer, headers)))).toBe(caller);
});

it('passes on who was believed, and nothing that was made up', () => {
  const headers = {
    'x-forwarded-for': '1.2.3.4, 203.0.113.5, 10.0.0.2',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'intranet.example',
    'x-forwarded-port': '1',
    'x-real-ip': '1.2.3.4',
    forwarded: 'for=1.2.3.4',
  };
  const request = settled(requestFrom('10.0.0.1', headers));
  addHop(request);
  expect(request.headers).toEqual({
    host: 'inside',
    'x-forwarded-for': '203.0.113.5, 10.0.0.2, 10.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'intranet.example',
  });
  const service = settled(
    requestFrom('172.16.0.9', request.headers as Record<string, string>),
    trustGateway(),
  );
  expect(callerAddress(service)).toBe('203.0.113.5');
  const stranger = settled(requestFrom('203.0.113.9', headers));
  addHop(stranger);
  expect(stranger.headers).toEqual({
    host: 'inside',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'inside',
  });
});

it.each([
  ['nobody has said so', '203.0.113.5', {}, undefined, false],
  ['a stranger says so', '203.0.113.5', { 'x-forwarded-proto': 'https' }, undefined, false],
  ['a proxy says so', '10.0.0.1', { 'x-forwarded-proto': 'https' }, undefined, true],
  [
    'the proxy that people reach says so, the next one has no TLS',
    '10.0.0.1',
    { 'x-forwarded-for': '203.0.113.5, 10.0.0.2', 'x-forwarded-proto': 'https, http' },
    undefined,
    true,
  ],
  [
    'a stranger has said so before the proxy',
    '10.0.0.1',
    { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https, http' },
    undefined,
    false,
  ],
  ['people have to come by TLS', '203.0.113.5', {}, 'https://intranet.example', true],
  ['they have not', '10.0.0.1', { 'x-forwarded-proto': 'https' }, 'http://intranet.example', false],
])('knows whether people come by TLS: %s', (...[, peer, headers, publicUrl, secure]) => {
  const request = settled(requestFrom(peer, headers as Record<string, string>), proxies, publicUrl);
  expect(isSecure(request.headers)).toBe(secure);
});

it('believes nobody where nobody is to be believed', () => {
  const headers = { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil.example' };
  const request = settled(requestFrom('127.0.0.1', headers), nobody);
  expect(request.headers).toEqual({ host: 'inside', 'x-forwarded-proto': 'http' });
});
