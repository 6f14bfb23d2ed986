import { SAVED_TABLES } from '@feusa/backup/port';
import { openPool } from '@feusa/platform/postgres/pool';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Product } from '@feusa/system-tests/test-product';

/** What a restore makes again from the events. */
const derived = [
  'log.events',
  // By the key that is brought back; by the master key itself.
  'transparency.log_keys',
  'keys.master',
  ...[
    'log.head',
    'log.folders',
    'log.accounts',
    'log.purged',
    'transparency.tree',
    'transparency.tiles',
  ],
  ...['audit.events', 'audit.things', 'audit.progress', 'fingerprint.last'],
  ...['past.progress', 'past.places', 'past.frames', 'past.versions'],
  ...['folder', 'file', 'link', 'employee', 'group'].map((noun) => `past.versions_${noun}`),
  ...['find.copied', 'find.entries', 'find.progress', 'find.texts'],
  ...[
    'read.checkpoints',
    'read.docs',
    'read.employees',
    'read.errors',
    'read.folders',
    'read.groups',
  ],
];
/** What belongs to the running product: people sign in again, consumers begin again. */
const forgotten = [
  ...['backup.last', 'auth.mark_keys'],
  ...[
    'auth.invitations',
    'auth.passkey_challenges',
    'auth.notices',
    'auth.devices',
    'webhooks.state',
    'auth.resets',
    'auth.sessions',
    'auth.tokens',
    'auth.used_states',
    'parking.actions',
    'parking.letters',
    'uploads.reservations',
  ],
  ...[
    'public.feusa_migrations',
    'public.feusa_versions',
    'transparency.deliveries',
    'transparency.next_keys',
    'relay.cursor',
    'relay.progress',
  ],
];

let product: Product;
beforeAll(async () => {
  product = await Product.open({}, false);
});
afterAll(() => product.close());

it('says of every table what becomes of it in a backup', async () => {
  const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
  const { rows } = await pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  await pool.end();
  const { plain, secret } = SAVED_TABLES;
  const known = [...plain, ...secret, ...derived, ...forgotten];
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
});
