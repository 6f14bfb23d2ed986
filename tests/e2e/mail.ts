import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The path at which somebody can choose a new password. */
export async function resetPath(
  { address, dataDir }: { readonly address: string; readonly dataDir: string },
  email: string,
): Promise<string> {
  await fetch(`${address}/api/password-resets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { pathname, search } = new URL(await lastLink(dataDir, email));
  return pathname + search;
}

/** The link in the newest letter to somebody, which the product writes into its data directory. */
export async function lastLink(dataDir: string, to: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const link = await newest(join(dataDir, 'mail'), to);
    if (link) return link;
    await sleep(50);
  }
  throw new Error(`There is no letter to ${to}`);
}

async function newest(dir: string, to: string): Promise<string | undefined> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names.reverse()) {
    const letter = await readFile(join(dir, name), 'utf8');
    if (!letter.includes(`To: <${to}>`)) continue;
    return /https?:\/\/\S+\/reset\?token=\S+/.exec(letter)?.[0];
  }
  return undefined;
}
