import { Program, run } from '@feusa/cluster/program';
import { Pool } from 'undici';
import { account } from '../product.driver.mjs';

/** The built product in one process, as `npm start` runs it, with its administrator signed in. */
export async function openProduct(data: string) {
  const origin = `http://127.0.0.1:${20_000 + (process.pid % 10_000)}`;
  const settings = { HOST: '127.0.0.1', PORT: new URL(origin).port, FEUSA_DATA_DIR: data };
  const env = { ...process.env, ...settings, ...account, FEUSA_LOG_LEVEL: 'warn' };
  const server = new Program(['dist/main.js'], { env, keep: 4096 });
  await server.says(/ready at/);
  const pool = new Pool(origin, { bodyTimeout: 600_000, headersTimeout: 600_000 });
  let cookie = '';
  const raw = async (address: string, body?: Buffer | string, type = 'text/csv') => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { cookie, origin, ...(body !== undefined && { 'content-type': type }) };
    const answer = await pool.request({ path: address, method, body: body ?? null, headers });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode >= 300)
      throw new Error(`${address}: ${answer.statusCode} ${String(bytes)}`);
    return { body: bytes, headers: answer.headers };
  };
  const { FEUSA_TEAM_PASSWORD, FEUSA_ADMIN_EMAIL, FEUSA_ADMIN_PASSWORD } = account;
  const who = { email: FEUSA_ADMIN_EMAIL, password: FEUSA_ADMIN_PASSWORD };
  const signIn = JSON.stringify({ ...who, teamPassword: FEUSA_TEAM_PASSWORD });
  const { headers } = await raw('/api/session', signIn, 'application/json');
  cookie = [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
  return {
    ...{ origin, pid: server.pid, raw },
    json: async <T>(address: string, body?: Buffer | string) =>
      JSON.parse(String((await raw(address, body)).body)) as T,
    /** One of the product's tools for operators. */
    async tool(name: string, ...args: string[]): Promise<string> {
      const { code, out, text } = await run([`dist/cli/${name}.js`, ...args], { env });
      if (code !== 0) throw new Error(`${name} ended with ${code}:\n${text}`);
      return out;
    },
    async close() {
      await pool.close();
      await server.end();
    },
  };
}
