import { ssoBounds } from '@feusa/contracts/sso-bounds';
import type { CustomFetch } from 'openid-client';

const MOST = ssoBounds.answer.value;

/** Fetches from the provider, and for no longer nor more than its bounds allow, whatever it sends. */
export const boundedFetch: CustomFetch = async (url, { signal, ...options }) => {
  const late = AbortSignal.timeout(ssoBounds.patience.value);
  const answer = await fetch(url, {
    ...(options as RequestInit),
    signal: signal ? AbortSignal.any([signal, late]) : late,
  });
  const { status, headers } = answer;
  const body = await read(answer);
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
};

async function read({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MOST) throw new Error('The answer is too large');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
