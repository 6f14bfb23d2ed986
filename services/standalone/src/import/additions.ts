import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandAnswer, CommandInput, CommandName } from '@feusa/contracts/commands';
import type { FolderPage } from '@feusa/contracts/views';
import { read, send } from './commands.js';
import { Refused, type Connection } from './connection.js';
import { keyFrom } from './keys.js';
import type { FileStep, PersonStep } from './plan.js';
import type { Session } from './session.js';
import { dropUpload, upload, type Source } from './upload.js';

const SETTLE_MS = 500;

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

  /** @returns the id of the folder */
  async folder(parentId: string | null, name: string): Promise<string> {
    const key = keyFrom(this.admin, 'add-folder', parentId, name);
    const { id } = await this.add('add-folder', { name, parentId }, [key, this.positions.tree]);
    return id;
  }

  /** @returns false where an earlier run, whose answer was lost, had added it */
  async file(folderId: string, { name, size }: FileStep, source: Source): Promise<boolean> {
    const uploadId = await upload(this.connection, source);
    const key = keyFrom(this.admin, 'add-file', folderId, name, size);
    const add = (under: string) => send(this.connection, 'add-file', { folderId, uploadId }, under);
    try {
      await add(key);
      return true;
    } catch (fault) {
      if (!(fault instanceof Refused) || fault.status >= 500) throw fault;
      if (fault.code === 'request/key-reused' && (await this.has(folderId, { name, size }))) {
        await dropUpload(this.connection, uploadId);
        return false;
      }
      await add(keyFrom(key, this.positions.tree));
      return true;
    }
  }

  async person({ fields }: PersonStep): Promise<void> {
    const { mobile, ...required } = fields;
    const body = { ...required, ...(mobile && { mobile }) };
    const key = keyFrom(this.admin, 'add-employee', JSON.stringify(body));
    await this.add('add-employee', body, [key, this.positions.people]);
  }

  /** @param at a position that everything known to be there is not after */
  private async add<N extends CommandName>(
    name: N,
    body: CommandInput<N>,
    [key, at]: readonly [key: string, at: string],
  ): Promise<CommandAnswer> {
    const again = keyFrom(key, at);
    try {
      const answer = await send(this.connection, name, body, key);
      if (BigInt(answer.position) > BigInt(at)) return answer;
    } catch (fault) {
      // This may be the answer of an earlier run, to how things were then.
      if (!(fault instanceof Refused) || fault.status >= 500) throw fault;
    }
    return send(this.connection, name, body, again);
  }

  private async has(folderId: string, file: Pick<FileStep, 'name' | 'size'>): Promise<boolean> {
    await sleep(SETTLE_MS);
    const { docs } = await read<FolderPage>(this.connection, `/api/folders/${folderId}`);
    return docs.some(
      (doc) => doc.type === 'doc' && doc.name === file.name && doc.size === file.size,
    );
  }
}
