import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SIGN_IN } from './test-calls.js';
import { Fronts, PUBLIC_URL, Visitor } from './test-front.js';
import { Product } from './test-product.js';

let product: Product;
let fronts: Fronts;
let plain: number;
let secure: number;
beforeAll(async () => {
  fronts = new Fronts();
  // Nobody has said by which address people come: the proxies do.
  product = await Product.open({ FEUSA_TRUSTED_PROXIES: '127.0.0.1' }, false);
  const to = Number(new URL(product.address).port);
  plain = (await fronts.nginx(to, false)).port;
  secure = (await fronts.haproxy(to)).port;
});
afterAll(async () => {
  await fronts.stop();
  await product?.close();
});

/** Signs in by way of the proxy without TLS, or of none; the answer's status and cookie. */
async function signIn(port: number, localAddress: string, body: object, headers: object = {}) {
  const path = '/api/session';
  const type = { 'content-type': 'application/json' };
  const sent = request({
    ...{ host: '127.0.0.1', port, localAddress, path, method: 'POST', agent: false },
    headers: { ...type, host: 'intranet.example.com', ...headers },
  }).end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, cookie: answer.headers['set-cookie']?.[0] ?? '' };
}

it('works without TLS, for the address that people have reached', async () => {
  const headers = { origin: 'http://intranet.example.com' };
  const { status, cookie } = await signIn(plain, '127.0.0.2', SIGN_IN, headers);
  expect([status, cookie]).toEqual([201, expect.stringMatching(/^feusa_session=/)]);
  const other = { origin: 'http://evil.example' };
  expect((await signIn(plain, '127.0.0.2', SIGN_IN, other)).status).toBe(403);
});

it('knows by the proxy that people come by TLS', async () => {
  const ann = new Visitor(secure, fronts.certificate, '127.0.0.3');
  const answer = await ann.signIn(SIGN_IN, { origin: PUBLIC_URL });
  expect(answer.status).toBe(201);
  expect(answer.headers['set-cookie']![0]).toMatch(/^__Host-feusa_session=.*; Secure$/);
  expect((await ann.ask('GET', '/api/session')).status).toBe(200);
});

it('believes nobody who comes by no proxy', async () => {
  const { port } = new URL(product.address);
  const guess = (count: number) =>
    signIn(
      Number(port),
      '127.0.0.4',
      { ...SIGN_IN, teamPassword: 'wrong' },
      { 'x-forwarded-for': `10.1.1.${count}`, 'x-forwarded-proto': 'https' },
    );
  for (let count = 0; count < 100; count++) expect((await guess(count)).status).toBe(401);
  expect((await guess(200)).status).toBe(429);
  expect((await signIn(plain, '127.0.0.5', SIGN_IN)).status).toBe(201);
});
