import { CANARIES } from './test-hidden.js';
import type { Person } from './test-calls.js';
import type { Product } from './test-product.js';

export type Call = readonly [method: string, address: string, body?: unknown];

interface HiddenAnswer {
  readonly status: number;
  readonly text: string;
}

/** What somebody is answered, whatever it is. */
export async function send(
  product: Product,
  [method, address, body]: Call,
  as: Person,
): Promise<HiddenAnswer> {
  const headers = {
    ...(as.cookie && { cookie: as.cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const ask = () => fetch(product.address + address, { method, headers, ...json });
  let response = await ask();
  for (let tries = 0; response.status === 503 && tries < 10; tries++) response = await ask();
  return {
    status: response.status,
    text: Buffer.from(await response.arrayBuffer()).toString('latin1'),
  };
}

/** Of an answer, what says whether the thing is there. */
export const answerOf = ({ status, text }: HiddenAnswer, id: string) => ({
  status,
  text: text.replaceAll(id, 'ID').replace(/"requestId":"[^"]*"/, ''),
});

export const canariesIn = (text: string) =>
  CANARIES.filter((word) => text.toLowerCase().includes(word));
