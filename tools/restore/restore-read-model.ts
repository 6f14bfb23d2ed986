import type { ReadModelPrint, TablePrint } from '@feusa/backup/port';
import type { BackupPorts } from '@feusa/profiles/backup';
import { StartFault } from '@feusa/platform/start-fault';
import { READ_SCHEMA, ReadDatabase } from '@feusa/query/read-model/database';
import { tableNames } from '@feusa/query/read-model/entities';
import { Projector } from '@feusa/query/read-model/projector';
import { replay } from '@feusa/query/read-model/rebuild';

/** Rows kept at hand, so that a company's people are not read back page after page. */
const REMEMBERED = 50_000;

/**
 * Replays the log into an empty read model, and compares on the way with what the product showed when the
 * backup was made: says whether there was something to compare with.
 * @throws StartFault that names the tables that differ
 */
export async function rebuildReadModel(
  ports: BackupPorts,
  upTo: number,
  then: ReadModelPrint | undefined,
): Promise<boolean> {
  const { url, role, store } = ports;
  const database = await ReadDatabase.open(url, { role });
  try {
    await database.create();
    const projector = new Projector(database, store, () => {}, REMEMBERED);
    if (then) {
      await replay(store, projector, { upTo: then.position });
      compare(then, await printNow(ports));
    }
    await replay(store, projector, { upTo });
    return then !== undefined;
  } finally {
    await database.close();
  }
}

async function printNow({ copies }: BackupPorts): Promise<ReadModelPrint | undefined> {
  const cut = await copies.cut();
  return cut.readModel({ schema: READ_SCHEMA, tables: tableNames }).finally(() => cut.close());
}

function compare(then: ReadModelPrint, now: ReadModelPrint | undefined): void {
  const names = differing(then.tables, now?.tables ?? []);
  if (!names) return;
  throw new StartFault(
    `The log is whole and restored, but its replay shows other rows in ${names} than the product did ` +
      `at position ${then.position}, when the backup was made.`,
  );
}

/** The names of the tables that are not what they were. */
export const differing = (then: readonly TablePrint[], now: readonly TablePrint[]): string =>
  then
    .filter((was) => now.find(({ table }) => table === was.table)?.sha256 !== was.sha256)
    .map(({ table }) => table)
    .join(', ');
