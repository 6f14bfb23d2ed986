import { commands, type CommandName } from '@feusa/contracts/commands';
import type { Access } from '@feusa/contracts/access';
import type { Role } from '@feusa/contracts/users';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGNED_OUT, type Person } from './test-calls.js';
import { Product } from './test-product.js';
import { routesOf, type Route } from './test-routes.js';

const everyone = ['signed out', 'basic', 'auditor', 'admin'] as const;
type Everyone = (typeof everyone)[number];

const allowed: Record<Access, readonly Everyone[]> = {
  public: everyone,
  'signed-in': ['basic', 'auditor', 'admin'],
  auditor: ['auditor', 'admin'],
  admin: ['admin'],
};

/** What each address is meant to be, written down a second time and by hand. */
const table: Record<string, Access> = {
  'POST /api/session': 'public',
  'GET /api/session': 'signed-in',
  'DELETE /api/session': 'signed-in',
  'GET /api/session/rules': 'public',
  'GET /api/sso': 'public',
  'GET /api/sso/start': 'public',
  'GET /api/sso/callback': 'public',
  'POST /api/sso/code': 'public',
  'GET /api/step-up': 'signed-in',
  'GET /api/me/tokens': 'signed-in',
  'POST /api/me/tokens': 'signed-in',
  'DELETE /api/me/tokens/:id': 'signed-in',
  'POST /api/step-up': 'signed-in',
  'GET /api/me/second-factors': 'signed-in',
  'POST /api/me/totp': 'signed-in',
  'PUT /api/me/totp': 'signed-in',
  'DELETE /api/me/totp': 'signed-in',
  'POST /api/me/recovery-codes': 'signed-in',
  'POST /api/me/passkeys/options': 'signed-in',
  'POST /api/me/passkeys': 'signed-in',
  'DELETE /api/me/passkeys/:id': 'signed-in',
  'GET /api/me/notices': 'signed-in',
  'DELETE /api/users/:id/second-factors': 'admin',
  'DELETE /api/users/:id/single-sign-on': 'admin',
  'POST /api/commands/invite-user': 'admin',
  'GET /api/invitations/:token': 'public',
  'PUT /api/invitations/:token': 'public',
  'DELETE /api/invitations/:id': 'admin',
  'PUT /api/me/password': 'signed-in',
  'GET /api/me/sessions': 'signed-in',
  'DELETE /api/me/sessions/:id': 'signed-in',
  'DELETE /api/me/sessions': 'signed-in',
  'POST /api/password-resets': 'public',
  'GET /api/password-resets/:token': 'public',
  'PUT /api/password-resets/:token': 'public',
  'GET /api/users': 'admin',
  'GET /api/users/:id': 'signed-in',
  'GET /api/groups': 'auditor',
  'GET /api/accounts': 'auditor',
  'GET /api/webhooks': 'admin',
  'GET /api/erasures': 'admin',
  'GET /api/undo': 'signed-in',
  'POST /api/undo': 'signed-in',
  'POST /api/undo/stop': 'signed-in',
  'POST /api/uploads': 'admin',
  'HEAD /api/uploads/:id': 'signed-in',
  'PATCH /api/uploads/:id': 'signed-in',
  'DELETE /api/uploads/:id': 'signed-in',
  'OPTIONS /api/uploads': 'public',
  'GET /api/tree': 'signed-in',
  'GET /api/folder-counts': 'signed-in',
  'GET /api/folders': 'signed-in',
  'GET /api/folders/:id': 'signed-in',
  'GET /api/folders/:id/access': 'signed-in',
  'GET /api/folders/:id/archive': 'signed-in',
  'POST /api/archive': 'signed-in',
  'GET /api/employees': 'signed-in',
  'GET /api/employees/:id': 'signed-in',
  'GET /api/employees/:id/reports': 'signed-in',
  'GET /api/employees/export': 'signed-in',
  'GET /api/own-profile': 'signed-in',
  'GET /api/profile-requests': 'admin',
  'GET /api/org-chart': 'signed-in',
  'POST /api/imports/employees': 'admin',
  'POST /api/imports/employees/:planId': 'admin',
  'GET /api/files/:id/versions': 'signed-in',
  'GET /api/find': 'signed-in',
  'GET /api/search': 'signed-in',
  'GET /api/errors': 'signed-in',
  'GET /api/me/home': 'signed-in',
  'GET /api/me/waiting': 'signed-in',
  'GET /api/files/:id/acknowledgements': 'signed-in',
  'GET /api/files/:id/acknowledgements/:userId/receipt': 'signed-in',
  'GET /api/me/marks': 'signed-in',
  'PUT /api/me/stars/:kind/:id': 'signed-in',
  'DELETE /api/me/stars/:kind/:id': 'signed-in',
  'PUT /api/me/follows/:id': 'signed-in',
  'DELETE /api/me/follows/:id': 'signed-in',
  'PUT /api/me/opened/:kind/:id': 'signed-in',
  'DELETE /api/me/opened': 'signed-in',
  'GET /api/trash': 'admin',
  'GET /api/trash/outlook': 'admin',
  'GET /api/operations': 'admin',
  'POST /api/operations/dead-letters/:id/redrive': 'admin',
  'POST /api/operations/dead-letters/:id/discard': 'admin',
  'GET /files/:id': 'signed-in',
  'GET /files/:id/thumbnail': 'signed-in',
  'GET /files/:id/preview': 'signed-in',
  'GET /api/access/:userId': 'admin',
  'GET /api/access-log': 'auditor',
  'GET /api/access-log/verify': 'auditor',
  'GET /api/audit/events': 'auditor',
  'GET /api/audit/events/:position': 'auditor',
  'GET /api/audit/export': 'auditor',
  'GET /api/audit/fingerprint': 'auditor',
  'GET /api/audit/verify': 'auditor',
  'GET /api/audit/erasures': 'auditor',
  'GET /api/audit/erasures/:id': 'auditor',
  'GET /api/audit/bundle': 'auditor',
  'GET /api/audit/checkpoint': 'auditor',
  'GET /api/audit/key': 'auditor',
  'GET /api/audit/successions': 'auditor',
  'GET /api/audit/proof': 'auditor',
  'GET /api/audit/consistency': 'auditor',
  'POST /api/csp-reports': 'public',
  'GET /api/docs': 'public',
  'GET /api/docs-json': 'public',
  'GET /api/docs/start.js': 'public',
  'GET /api/docs/:file': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
};

let product: Product;
let routes: readonly Route[];
beforeAll(async () => {
  product = await Product.open();
  routes = routesOf(product.apps);
});
afterAll(() => product.close());

const person = (who: Everyone): Person =>
  who === 'signed out' ? SIGNED_OUT : product.people[who as Role];
const outcome = (status: number, code: unknown) =>
  status === 401 && code === 'not-signed-in' ? 'sign in' : status === 403 ? 'forbidden' : 'let in';
const expected = (rule: Access, who: Everyone) => {
  if (allowed[rule].includes(who)) return 'let in';
  return who === 'signed out' ? 'sign in' : 'forbidden';
};

describe('who may call what', () => {
  it('every route has a rule, and the table knows every route', () => {
    const named = routes.filter(({ name }) => name !== 'POST /api/commands/:name');
    expect(routes.filter(({ rule }) => !rule)).toEqual([]);
    expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(Object.entries(table))('%s is for: %s', async (name, rule) => {
    const [method = '', path = ''] = name.split(' ');
    const address = path.replace(/:\w+/, crypto.randomUUID());
    const found = await Promise.all(
      everyone.map(async (who) => {
        if (name === 'DELETE /api/session' && who !== 'signed out') return 'let in';
        const { status, body } = await product.ask(method, address, { as: person(who) });
        if (method === 'HEAD' || method === 'OPTIONS') return outcome(status, 'not-signed-in');
        return outcome(status, body['code']);
      }),
    );
    const wanted = everyone.map((who) => expected(rule, who));
    // Somebody else's user record is refused inside the route.
    if (name === 'GET /api/users/:id') wanted.splice(1, 2, 'forbidden', 'forbidden');
    expect(found).toEqual(wanted);
  });

  it.each(Object.keys(commands) as CommandName[])('the command %s', async (name) => {
    const { access } = commands[name];
    for (const who of everyone) {
      const { status, body } = await product.command(name, { nonsense: 1 }, person(who));
      expect([who, outcome(status, body['code'])]).toEqual([who, expected(access, who)]);
    }
  });

  it('nothing is appended by all that', async () => {
    const before = await product.store.head();
    await product.command('add-folder', { name: 'Mine', parentId: null }, product.people.basic);
    await product.command('add-folder', { name: 'Mine', parentId: null }, product.people.auditor);
    expect((await product.store.head()).position).toBe(before.position);
  });

  it('a socket needs a session, and may only watch', async () => {
    for (const who of everyone) {
      const socket = product.connect(person(who));
      const result = await new Promise((resolve) => {
        socket.on('connect', () => resolve('connected'));
        socket.on('connect_error', ({ message }) => resolve(message));
      });
      expect(result).toBe(who === 'signed out' ? 'unauthorized' : 'connected');
      if (who === 'signed out') continue;
      const cut = new Promise((resolve) => socket.on('disconnect', resolve));
      socket.emit('join', 'role:admin');
      expect(await cut).toBe('io server disconnect');
    }
  });

  it('an unknown command or address is 404 for those who are signed in', async () => {
    const { admin } = product.people;
    const unknown = await product.ask('POST', '/api/commands/__proto__', { as: admin, body: {} });
    expect(unknown.status).toBe(404);
    expect((await product.get('/api/nothing')).body['code']).toBe('not-found');
  });
});
