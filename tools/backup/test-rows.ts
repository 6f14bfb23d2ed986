import { openPool } from '@feusa/platform/postgres/pool';

const ADD = `insert into auth.passkeys
  (id, user_id, credential_id, public_key, counter, transports, name, last_used_at)
  values (gen_random_uuid(), $1, '\\x00ff', '\\xa501', 7, '{internal,"h y"}', 'Łaptop', now())`;

async function ask(settings: NodeJS.ProcessEnv, text: string, values: unknown[] = []) {
  const pool = openPool({ url: settings['DATABASE_URL']!, max: 1, name: 'test' });
  const { rows } = await pool.query<object>(text, values);
  await pool.end();
  return rows;
}

/** One whose every column says something. */
export const addPasskey = (settings: NodeJS.ProcessEnv, userId: string) =>
  ask(settings, ADD, [userId]);

export const passkeysIn = (settings: NodeJS.ProcessEnv) =>
  ask(settings, 'select * from auth.passkeys');

export const addReminder = (settings: NodeJS.ProcessEnv) =>
  ask(settings, "insert into personal.reminders (position, kind) values (7, 'overdue')");

export const remindersIn = (settings: NodeJS.ProcessEnv) =>
  ask(settings, 'select * from personal.reminders');
