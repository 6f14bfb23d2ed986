import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf, type CommandBody, type CommandName } from '../client/client.js';
import { send } from './commands.js';
import { Refused, type Connection } from './connection.js';
import { keyFrom } from './keys.js';
import { nameKey } from './names.js';
import type { FileStep, PersonStep } from './plan.js';
import type { Session } from './session.js';
import { dropUpload, upload, type Source } from './upload.js';

const SETTLE_MS = 500;
const TRIES = 20;
const MAY_BE_THERE = ['request/key-reused', 'name-taken'];

/**
 * Adds single things in a way that may be repeated. The idempotency key comes from what is added and
 * where, so a command whose answer was lost, in this run or an earlier one, is not carried out twice.
 * A key keeps its first answer for good; so what was removed since then is added again under a new key.
 */
export class Additions {
  private readonly connection: Connection;
  private readonly admin: string;

  constructor(
    { connection, user }: Session,
    private readonly positions: { readonly tree: string; readonly people: string },
  ) {
    this.connection = connection;
    this.admin = user.id;
  }

  /** Somebody else may have added it since the plan was made. */
  async folder(parentId: string | null, name: string): Promise<Added> {
    const key = keyFrom(this.admin, 'add-folder', parentId, name);
    const isThere = ({ code, inTheWay }: Refused) =>
      code === 'name-taken' && inTheWay.kind === 'folder';
    return this.add('add-folder', { name, parentId }, { key, at: this.positions.tree, isThere });
  }

  /** @returns false where it is there: from an earlier run, whose answer was lost, or from somebody else */
  async file(folderId: string, { name, size }: FileStep, source: Source): Promise<boolean> {
    const uploadId = await upload(this.connection, source);
    const key = keyFrom(this.admin, 'add-file', folderId, name, size);
    let refused: Refused | undefined;
    for (const under of [key, keyFrom(key, this.positions.tree)]) {
      const sent = send(this.connection, 'add-file', { folderId, uploadId }, under);
      refused = await sent.then(() => undefined, refusalOf);
      if (!refused) return true;
      if (!(await this.has(folderId, { name, size }, refused))) continue;
      await dropUpload(this.connection, uploadId);
      return false;
    }
    throw refused;
  }

  /** @returns false where somebody else has added them since the plan was made */
  async person({ fields }: PersonStep): Promise<boolean> {
    const { mobile, ...required } = fields;
    const body = { ...required, ...(mobile && { mobile }) };
    const key = keyFrom(this.admin, 'add-employee', JSON.stringify(body));
    const isThere = ({ code }: Refused) => code === 'employee/exists';
    const order = { key, at: this.positions.people, isThere };
    return (await this.add('add-employee', body, order)).isNew;
  }

  private async add<N extends CommandName>(
    name: N,
    body: CommandBody<N>,
    { key, at, isThere }: AdditionRequest,
  ): Promise<Added> {
    const again = keyFrom(key, at);
    try {
      const { id, position } = await send(this.connection, name, body, key);
      if (BigInt(position) > BigInt(at)) return { id, isNew: true };
    } catch (fault) {
      // This may be the answer of an earlier run, to how things were then.
      refusalOf(fault);
    }
    try {
      return { id: (await send(this.connection, name, body, again)).id, isNew: true };
    } catch (fault) {
      const id = fault instanceof Refused && isThere(fault) && fault.inTheWay.id;
      if (!id) throw fault;
      return { id, isNew: false };
    }
  }

  /** Whether a file was refused for being there; that may have been added just now, and not show yet. */
  private async has(
    folderId: string,
    { name, size }: Pick<FileStep, 'name' | 'size'>,
    { code, inTheWay: { id, kind = 'file' } }: Refused,
  ): Promise<boolean> {
    if (kind !== 'file' || !MAY_BE_THERE.includes(code)) return false;
    for (let tries = id === undefined ? 1 : TRIES; tries > 0; tries--) {
      await sleep(SETTLE_MS);
      const params = { path: { id: folderId } };
      const { data } = await clientOf(this.connection).GET('/api/folders/{id}', { params });
      const { docs } = data!;
      const files = docs.filter((doc) => doc.type === 'doc' && doc.size === size);
      if (files.some((file) => nameKey(file.name) === nameKey(name))) return true;
      if (docs.some((doc) => doc.id === id)) return false;
    }
    return false;
  }
}

/** What the server has said no to. @throws any other fault */
function refusalOf(fault: unknown): Refused {
  if (fault instanceof Refused && fault.status < 500) return fault;
  throw fault;
}

interface Added {
  readonly id: string;
  /** False where somebody else has added it. */
  readonly isNew: boolean;
}

interface AdditionRequest {
  readonly key: string;
  /** A position that everything known to be there is not after. */
  readonly at: string;
  isThere(refused: Refused): boolean;
}
