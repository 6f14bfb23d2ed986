import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './product.js';

export type Client = Awaited<ReturnType<typeof openClient>>;

interface Accepted {
  id: string;
  version: number;
  position: string;
}

/** Signs in, as the first administrator of the settings where nobody is named, and remembers the id of every folder it adds. */
export const openClient = async (address: string, as = signIn) => {
  let base = address;
  const added = new Set<string>();
  let last = 0n;

  const ask = async (path: string, init: RequestInit = {}) => {
    const once = () => fetch(new URL(path, base), { ...init, signal: AbortSignal.timeout(30_000) });
    let answer = await once();
    // Reads are tried again, as the web does it: a busy product is still updating.
    for (let tries = 0; answer.status === 503 && !init.method && tries < 10; tries++) {
      await sleep(200);
      answer = await once();
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const session = await post('/api/session', as);
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const stepUp = () => post('/api/step-up', { password: as.password }, { cookie });
  await stepUp();

  const command = async (
    name: string,
    body: object,
    key: string = crypto.randomUUID(),
    headers: Record<string, string> = {},
  ) => {
    const sent = { cookie, 'idempotency-key': key, ...headers };
    const answer = await post(`/api/commands/${name}`, body, sent);
    const accepted = (await answer.json()) as Accepted;
    added.add(accepted.id);
    if (BigInt(accepted.position) > last) last = BigInt(accepted.position);
    return accepted;
  };

  const upload = async (name: string, bytes: Buffer) => {
    const { headers } = await ask('/api/uploads', {
      method: 'POST',
      headers: {
        cookie,
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes),
    });
    return headers.get('location')?.split('/').at(-1);
  };

  return {
    command,
    cookie,
    /** Holds 10 minutes. */
    stepUp,
    /** Reads a query once everything acknowledged is in its answer. */
    async read<T>(path: string) {
      const answer = await ask(`${path}?after=${last}`, { headers: { cookie } });
      return (await answer.json()) as T;
    },
    upload,
    /** Makes a folder a favourite, which no page of this person has done. */
    star: (id: string) => ask(`/api/me/stars/folder/${id}`, { method: 'PUT', headers: { cookie } }),
    /** Uploads a file into a folder. */
    async addFile(folderId: string, name: string, bytes: Buffer) {
      return command('add-file', { folderId, uploadId: await upload(name, bytes) });
    },
    /** Goes on with the same session at another address. */
    at: (next: string) => void (base = next),
    /** Sends commands again, under their first keys, whose answers never came. */
    async repeat(unanswered: [key: string, name: string][]) {
      for (const [key, name] of unanswered)
        await command('add-folder', { name, parentId: null }, key);
    },
    everyId: () => [...added].sort(),
    /** The ids of all folders at the root, once everything acknowledged is in the answer. */
    async folderIds() {
      const answer = await ask(`/api/folders?after=${last}`, { headers: { cookie } });
      const { folders } = (await answer.json()) as { folders: { id: string }[] };
      return folders.map(({ id }) => id).sort();
    },
  };
};
