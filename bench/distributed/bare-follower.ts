// Reads the product's topic from now on and writes the rows of people into a table of its own, a batch
// at a time; says how many each time. Its commits wait for the disk as little as the product's.
import { once } from 'node:events';
import type { EmployeeRecord } from '@feusa/contracts/employees';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';

const [brokers = '', topic = '', url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c synchronous_commit=off' });
await pool.query(`drop schema if exists bare cascade; create schema bare;
  create table bare.employees (like read.employees including all)`);

const WRITE = `insert into bare.employees
  select (jsonb_populate_record(null::bare.employees, row)).* from jsonb_array_elements($1) as row
  on conflict (id) do update set version = excluded.version`;

const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: `bench.bare.${process.pid}` });
await consumer.connect();
await consumer.subscribe({ topic, fromBeginning: false });
const joined = new EventTarget();
consumer.on(consumer.events.FETCH, () => joined.dispatchEvent(new Event('fetched')));
const ready = once(joined, 'fetched');
await consumer.run({
  eachBatch: async ({ batch: { messages } }) => {
    const rows = messages.flatMap(({ value }) => rowOf(JSON.parse(String(value)) as StoredEvent));
    if (rows.length === 0) return;
    await pool.query({ name: 'write', text: WRITE, values: [JSON.stringify(rows)] });
    process.send!(rows.length);
  },
});
await ready;
process.send!(0);

function rowOf({ type, stream, version, at, data }: StoredEvent): object[] {
  if (type !== 'EmployeeAdded') return [];
  const { firstName, lastName, phoneNumber, ...rest } = data as EmployeeRecord;
  const names = { first_name: firstName, last_name: lastName, phone_number: phoneNumber };
  return [{ id: idOf(stream), version, added_at: at, ...names, ...rest }];
}
