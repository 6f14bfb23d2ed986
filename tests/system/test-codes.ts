import { codeOf } from '@feusa/testing/codes';
import type { Person, TestCalls } from './test-calls.js';

export interface SetUp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Sets an authenticator app up with the code before, so that those of now and after it are unused. */
export async function setUpTotp(product: TestCalls, as: Person): Promise<SetUp> {
  const begun = await product.ask('POST', '/api/me/totp', { as });
  const secret = String(begun.body['secret']);
  const confirm = () =>
    product.ask('PUT', '/api/me/totp', { as, body: { code: codeOf(secret, -1) } });
  let confirmed = await confirm();
  // Its time may have been over when it came.
  if (confirmed.status === 400) confirmed = await confirm();
  return { secret, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
}
