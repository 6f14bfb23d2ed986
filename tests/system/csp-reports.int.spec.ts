import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open({ FEUSA_TRUSTED_PROXIES: 'loopback' });
});
afterAll(() => product.close());

const LEGACY = 'application/csp-report';
const MODERN = 'application/reports+json';
const legacy = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'data' } };
const modern = [
  { type: 'csp-violation', age: 1, body: { effectiveDirective: 'img-src', blockedURL: 'inline' } },
];

let from = 0;
const send = async (body: unknown, type = LEGACY, more: Record<string, string> = {}) => {
  const headers = { 'content-type': type, 'x-forwarded-for': `10.1.0.${++from}`, ...more };
  return (await product.ask('POST', '/api/csp-reports', { body, headers })).status;
};
const counted = async (directive: string) => {
  const text = await (await fetch(`${product.address}/metrics`)).text();
  const name = `feusa_csp_violations_total{directive="${directive}"} `;
  const line = text.split('\n').find((each) => each.startsWith(name));
  return Number(line?.slice(name.length));
};

describe('what browsers tell of the content policy', () => {
  it('is asked for by every page', async () => {
    const { headers } = await fetch(`${product.address}/`);
    expect(headers.get('content-security-policy')).toContain('report-uri /api/csp-reports');
  });

  it('is counted in both of its shapes, from pages with no origin too', async () => {
    const [before, others] = [await counted('img-src'), await counted('other')];
    expect(await send(legacy)).toBe(204);
    expect(await send(modern, MODERN)).toBe(204);
    const sandboxed = { origin: 'null', 'sec-fetch-site': 'cross-site' };
    expect(await send(legacy, LEGACY, sandboxed)).toBe(204);
    expect(await counted('img-src')).toBe(before + 3);
    expect(
      await send([{ type: 'csp-violation', body: { effectiveDirective: 'x"y' } }], MODERN),
    ).toBe(204);
    expect(await counted('other')).toBe(others + 1);
    expect(await send(legacy, LEGACY, { origin: 'https://elsewhere.example' })).toBe(403);
    expect(await counted('img-src')).toBe(before + 3);
  });

  it('is refused where it is none, too much, or meant for another route', async () => {
    for (const body of ['', '{', 'null', '[1]', '{}', '{"csp-report":3}', '"x"'])
      expect([body, await send(body)]).toEqual([body, 400]);
    expect(await send({ ...legacy, more: 'x'.repeat(20_000) })).toBe(413);
    expect(await send(legacy, 'text/plain')).toBe(415);
    const headers = { 'content-type': LEGACY };
    const { admin } = product.people;
    const elsewhere = await product.ask('POST', '/api/commands/add-folder', {
      ...{ as: admin, body: { name: 'Mine', parentId: null }, headers },
    });
    expect(elsewhere.status).toBe(415);
  });

  it('is taken 60 times a minute from an address', async () => {
    const one = { 'x-forwarded-for': '10.2.0.1' };
    const answers: number[] = [];
    for (let count = 0; count < 62; count++) answers.push(await send(legacy, LEGACY, one));
    expect(answers).toEqual([...Array<number>(60).fill(204), 429, 429]);
    expect(await send(legacy)).toBe(204);
  });
});
