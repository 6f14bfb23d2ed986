import { randomBytes } from 'node:crypto';
import { turnMarkKey } from '@feusa/platform/telemetry/mark';
import type { Logger } from 'pino';
import { Column, Entity, PrimaryColumn, Raw, type DataSource } from 'typeorm';

const LOOKED_AT_MS = 10 * 60_000;
const TODAY = `(now() at time zone 'utc')::date`;

@Entity({ schema: 'auth', name: 'mark_keys' })
export class MarkKey {
  @PrimaryColumn('date')
  readonly day!: string;
  @Column('bytea')
  readonly key!: Buffer;
}

/** Begins the day's key where there is none yet, forgets those before, and answers with it. */
export async function keyOfToday(source: DataSource): Promise<Buffer> {
  const keys = source.getRepository(MarkKey);
  await keys.delete({ day: Raw((day) => `${day} < ${TODAY}`) });
  const begun = { day: () => TODAY, key: randomBytes(32) };
  await keys.createQueryBuilder().insert().values(begun).orIgnore().updateEntity(false).execute();
  const today = await keys.findOneBy({ day: Raw((day) => `${day} = ${TODAY}`) });
  return today?.key ?? keyOfToday(source);
}

/**
 * Has the marks in the log made with one key a day for all services. A key is deleted with its day, so
 * that the lines of a person who is erased tell of nobody from the next day on.
 */
export async function openMarkKey(
  source: DataSource,
  log: Pick<Logger, 'warn'>,
): Promise<{ close(): void }> {
  const turn = async () => turnMarkKey(await keyOfToday(source));
  await turn();
  const timer = setInterval(
    () => void turn().catch((err: unknown) => log.warn({ err }, 'key of marks not turned')),
    LOOKED_AT_MS,
  ).unref();
  return { close: () => clearInterval(timer) };
}
