import { afterEach, expect, it } from '@jest/globals';
import { arrivedAhead, requestAhead, requestsAt, endAhead, takeAhead } from './ahead.js';

const id = '0190f9a0-0000-7000-8000-000000000001';
const at = (pathname: string, search = '') => requestsAt({ pathname, search });

it.each([
  ['/', ''],
  ['/users', ''],
  ['/dashboards', ''],
  ['/register', '?at=3'],
])('asks for nothing at %s%s', (pathname, search) => expect(at(pathname, search)).toEqual([]));

it('asks for what stands at the top', () => {
  expect(at('/dashboard')).toContain('/api/folders');
  expect(at('/dashboard/')).toEqual(at('/dashboard'));
});

it('asks for the last folder of an address', () => {
  const paths = at(`/dashboard/${id.replace('1', '2')}/${id.toUpperCase()}`);
  expect(paths).toContain(`/api/folders/${id}`);
  expect(paths).not.toContain('/api/me/home');
});

it.each([
  ['/dashboard/employees', ''],
  ['/dashboard', '?at=3'],
  [`/dashboard/${id}`, '?at=2026-01-01'],
])('only asks who it is at %s%s', (pathname, search) =>
  expect(at(pathname, search)).toEqual(['/api/session']),
);

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

it('gives an answer once, and none after something may have changed', async () => {
  globalThis.fetch = (path) => Promise.resolve(Response.json({ path }));
  requestAhead({ pathname: '/dashboard', search: '' });
  const answer = await takeAhead('/api/folders');
  expect(await answer?.json()).toEqual({ path: '/api/folders' });
  expect(takeAhead('/api/folders')).toBeUndefined();
  endAhead();
  expect(takeAhead('/api/session')).toBeUndefined();
});

it('gives nothing where nobody answered', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('unreached'));
  requestAhead({ pathname: '/dashboard', search: '' });
  expect(await takeAhead('/api/session')).toBeUndefined();
});

it('knows what has come, and nothing that was refused', async () => {
  globalThis.fetch = (path) =>
    Promise.resolve(Response.json({ path }, { status: path === '/api/errors' ? 503 : 200 }));
  requestAhead({ pathname: '/dashboard', search: '' });
  await Promise.all(['/api/folders', '/api/errors'].map((path) => takeAhead(path)));
  expect(arrivedAhead().get('/api/folders')).toEqual({ path: '/api/folders' });
  expect(arrivedAhead().has('/api/errors')).toBe(false);
});
