// Reads the product's topic from now on and writes a row for each person into a table like the product's,
// a batch at a time; says how many each time. It opens nothing: what is encrypted stays as it came. Its commits
// wait for the disk as little as the product's.
import { once } from 'node:events';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';

type Message = Omit<StoredEvent, 'data'> & { readonly data: { readonly sealed: string } };

const [brokers = '', topic = '', url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c synchronous_commit=off' });
await pool.query(`drop schema if exists bare cascade; create schema bare;
  create table bare.employees (like read.employees including all)`);

const WRITE = `insert into bare.employees
  select (jsonb_populate_record(null::bare.employees, row)).* from jsonb_array_elements($1) as row
  on conflict (id) do update set version = excluded.version`;

const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: `bench.bare.${process.pid}` });
// A consumer that fails is tried again for ever otherwise, and nobody learns of it.
consumer.on(consumer.events.CRASH, ({ payload }) => {
  console.error(payload.error);
  process.exit(1);
});
await consumer.connect();
await consumer.subscribe({ topic, fromBeginning: false });
const joined = new EventTarget();
consumer.on(consumer.events.FETCH, () => joined.dispatchEvent(new Event('fetched')));
const ready = once(joined, 'fetched');
await consumer.run({
  eachBatch: async ({ batch: { messages } }) => {
    const rows = messages.flatMap(({ value }) => rowOf(JSON.parse(String(value)) as Message));
    if (rows.length === 0) return;
    await pool.query({ name: 'write', text: WRITE, values: [JSON.stringify(rows)] });
    process.send!(rows.length);
  },
});
await ready;
process.send!(0);

function rowOf({ type, stream, version, at, data }: Message): object[] {
  if (type !== 'EmployeeAdded') return [];
  const none = { first_name: '', last_name: '', phone_number: '', role: '', location: '' };
  const rest = { department: '', manager: '', email: data.sealed };
  return [{ id: idOf(stream), version, added_at: at, ...none, ...rest }];
}
