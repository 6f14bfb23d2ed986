import { hash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LEDGER, ledgerText } from '@feusa/privacy/erasure/ledger-text';
import { SAVED_TABLES, type Cut, type ReadModelPrint } from '@feusa/backup/port';
import type { BackupPorts } from '@feusa/profiles/backup';
import { MASTER_KEY, masterKeyText } from '@feusa/privacy/subject-keys/key-file';
import { StartFault } from '@feusa/platform/start-fault';
import type { Signed } from '@feusa/transparency/port';
import { SIGNING_KEY } from '@feusa/transparency/signer';
import { Refusal } from '@feusa/contracts/refusals';
import { READ_SCHEMA } from '@feusa/query/read-model/database';
import { tableNames } from '@feusa/query/read-model/entities';
import { encryptFor, type Cipher } from './age.js';
import { atOnce } from './at-once.js';
import { EventsCheck } from './check-events.js';
import { copyBlob } from './copy-blob.js';
import {
  BLOB_LIST,
  EVENTS,
  FORMAT,
  MANIFEST,
  partOfTable,
  SEAL,
  sealText,
  type Keys,
  type Manifest,
  type Part,
} from './format.js';
import { ENCRYPTED } from './key-directory.js';
import { lineOf } from './lines.js';
import { PartWriter, readPart, writePart } from './part.js';
import { Staging } from '../restore/staging.js';
import { count, Steps } from './steps.js';

export interface BackupOptions {
  readonly dir: string;
  /** Where the keys go. */
  readonly keys: string;
  /** Who may read the keys, `age1…`; they are in clear where it is nobody. */
  readonly recipients: readonly string[];
  /** An earlier backup whose files are linked to and not copied again. */
  readonly base?: string | undefined;
  /** Ends it: nothing is left behind. */
  readonly signal?: AbortSignal;
  /** Is told what was done, a line a step. */
  readonly print: (line: string) => void;
}

/**
 * Copies the product as it is at one moment, while it goes on. The log is checked on the way: of one that is
 * not whole there is no backup.
 * @throws StartFault; nothing is left behind then
 */
export async function writeBackup(ports: BackupPorts, options: BackupOptions): Promise<Manifest> {
  const dir = path.resolve(options.dir);
  const keys = path.resolve(options.keys);
  const staging = await Staging.begin([keys, dir]);
  try {
    const places = { dir: staging.of(dir), keys: staging.of(keys) };
    const manifest = await new Writing(ports, places, options).all();
    await staging.commit();
    await ports.remember(manifest.head.position);
    return manifest;
  } catch (fault) {
    await staging.discard();
    throw fault;
  }
}

class Writing {
  private readonly id = randomUUID();
  private readonly steps: Steps;
  /** The keys as they are written. */
  private readonly seal: { readonly suffix: string; readonly cipher: Cipher | undefined };

  constructor(
    private readonly ports: BackupPorts,
    private readonly to: { readonly dir: string; readonly keys: string },
    private readonly options: BackupOptions,
  ) {
    this.steps = new Steps(options.print);
    const { recipients } = options;
    this.seal =
      recipients.length > 0
        ? { suffix: ENCRYPTED, cipher: encryptFor(recipients) }
        : { suffix: '', cipher: undefined };
  }

  async all(): Promise<Manifest> {
    const takenAt = new Date().toISOString();
    const { key } = this.ports.transparentLog;
    const cut = await this.ports.copies.cut();
    const { signed, parts, constraints, readModel, keys, names } = await this.state(cut).finally(
      () => cut.close(),
    );
    if (this.ports.transparentLog.key !== key)
      throw new StartFault('The key that signs was turned meanwhile: begin again.');
    const blobs = await this.blobs(names);
    const { position, hash: chained } = cut.head;
    const manifest: Manifest = {
      ...{ format: FORMAT, id: this.id, takenAt, seconds: this.steps.seconds },
      head: { position, hash: chained.toString('hex') },
      ...{ checkpoint: signed.note, key },
      constraints: [...constraints],
      ...(readModel && { readModel: { ...readModel, tables: [...readModel.tables] } }),
      blobs: blobs.tally,
      parts: [...parts, blobs.part],
      keys: hash('sha256', keys),
    };
    await save(this.to.dir, SEAL, this.ports.sign(sealText(json(manifest))));
    await save(this.to.dir, MANIFEST, json(manifest));
    return manifest;
  }

  /** Everything that must be of one moment. */
  private async state(cut: Cut) {
    const { steps, to } = this;
    const signed = await steps.step('Checkpoint', () => this.sign(cut));
    const events = await steps.step(
      'Events',
      () => this.events(cut, signed),
      () => count(cut.head.position, 'event'),
    );
    const tables = await steps.step('State', async () => {
      const parts: Part[] = [];
      for (const table of SAVED_TABLES.plain)
        parts.push(await writePart(to.dir, partOfTable(table), cut.rows(table)));
      return parts;
    });
    const keys = await steps.step('Keys', () => this.keys(cut));
    const constraints = await cut.constraintTables();
    const readModel = await steps.step('Read model', () => printOf(cut));
    const names = await writePart(to.dir, 'names', cut.blobs());
    return { signed, constraints, readModel, keys, names, parts: [events, ...tables] };
  }

  private async sign({ head }: Cut): Promise<Signed> {
    const { store, transparentLog } = this.ports;
    try {
      await transparentLog.maintainer.handle(await store.read(head.position - 1, 1));
      return await transparentLog.checkpoint(head.position);
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.code !== 'audit/contradiction') throw fault;
      throw new StartFault('The log is not what was signed of it, so there is no backup of it.');
    }
  }

  private events(cut: Cut, signed: Signed): Promise<Part> {
    const check = new EventsCheck([{ ...signed, name: 'its tree' }]);
    const { key } = this.ports.transparentLog;
    const { signal } = this.options;
    return writePart(this.to.dir, EVENTS, lines());

    async function* lines() {
      for await (const page of cut.records()) {
        signal?.throwIfAborted();
        for (const record of page) refuseBroken(check.add(record));
        yield page.map(lineOf);
      }
      const isWhole = check.head.hash.equals(cut.head.hash);
      refuseBroken(isWhole ? undefined : 'it does not end with its head');
      yield [JSON.stringify({ checkpoint: signed.note, key })];
    }
  }

  /** The text of the manifest of the keys. */
  private async keys(cut: Cut): Promise<string> {
    const { masterKeys, ledger } = this.ports;
    const masterKey = masterKeys.named(cut.masterKey);
    if (!masterKey) throw new StartFault('The master key was turned meanwhile: begin again.');
    const texts = [
      [SIGNING_KEY, this.ports.signingKey()],
      [MASTER_KEY, masterKeyText(masterKey)],
      [LEDGER, ledgerText(await ledger.entries())],
    ] as const;
    const parts: Part[] = [];
    for (const [file, text] of texts) parts.push(await this.keyPart(file, linesOf(text)));
    for (const table of SAVED_TABLES.secret)
      parts.push(await this.keyPart(partOfTable(table), cut.rows(table)));
    const manifest: Keys = { format: `${FORMAT}-keys`, id: this.id, parts };
    await save(this.to.keys, MANIFEST, json(manifest));
    return json(manifest);
  }

  private keyPart(file: string, pages: AsyncIterable<readonly string[]>): Promise<Part> {
    const { suffix, cipher } = this.seal;
    return writePart(this.to.keys, `${file}${suffix}`, pages, cipher);
  }

  private async blobs(names: Part) {
    const { dir } = this.to;
    const { blobs, references } = this.ports;
    const copying = { blobs, references, dir, base: this.options.base };
    const list = await PartWriter.create(dir, BLOB_LIST);
    const tally = { count: 0, bytes: 0 };
    let copied = 0;
    const copyAll = async () => {
      for await (const some of atOnce(readPart(dir, names), (name) => copyBlob(copying, name))) {
        this.options.signal?.throwIfAborted();
        await list.write(some.map(({ sha256, size }) => JSON.stringify({ sha256, size })));
        for (const { size, isNew } of some) {
          tally.count += 1;
          tally.bytes += size;
          if (isNew) copied += 1;
        }
      }
      await rm(path.join(dir, names.file));
    };
    const summary = () => `${count(tally.count, 'file')}, ${copied} of them copied`;
    await this.steps.step('Files', copyAll, summary).catch(async (fault: unknown) => {
      await list.close();
      throw fault;
    });
    return { tally, part: await list.end() };
  }
}

/** The lines of a text, in one page. */
async function* linesOf(text: string): AsyncGenerator<readonly string[]> {
  if (text !== '') yield text.replace(/\n$/, '').split('\n');
}

function refuseBroken(fault: string | undefined): void {
  if (!fault) return;
  throw new StartFault(`The log is not whole, so there is no backup of it: ${fault}.`);
}

const printOf = (cut: Cut): Promise<ReadModelPrint | undefined> =>
  cut.readModel({ schema: READ_SCHEMA, tables: tableNames });

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const save = (dir: string, file: string, text: string): Promise<void> =>
  writeFile(path.join(dir, file), text, { flag: 'wx', flush: true, mode: 0o600 });
