import { Authenticator } from '@feusa/testing/authenticator';
import { SIGN_IN, type Answer, type Body, type Person, type TestCalls } from './test-calls.js';

/** The intranet as its people reach it; to browsers a number is no name. */
export const PAGE = 'http://intranet.test:8080';

export const challengeIn = ({ body }: Answer): string => {
  const options = (body['passkeyOptions'] ?? body) as { readonly challenge?: string };
  return options.challenge ?? 'none was given';
};

/** What people with passkeys do, from pages of the intranet. */
export class PasskeyCalls {
  constructor(
    private readonly product: TestCalls,
    private readonly page: string = PAGE,
  ) {}

  private post(address: string, body?: unknown, as?: Person): Promise<Answer> {
    const headers = { origin: this.page };
    return this.product.ask('POST', address, { body, headers, ...(as && { as }) });
  }

  options(as: Person): Promise<Answer> {
    return this.post('/api/me/passkeys/options', undefined, as);
  }

  send(as: Person, passkey: unknown, name: unknown = 'Laptop'): Promise<Answer> {
    return this.post('/api/me/passkeys', { name, passkey }, as);
  }

  /** Adds one as people do. */
  async add(as: Person, authenticator = new Authenticator(), name?: string): Promise<Body> {
    const challenge = challengeIn(await this.options(as));
    const made = authenticator.create({ origin: this.page, challenge });
    const { status, body } = await this.send(as, made, name);
    if (status !== 201) throw new Error(`passkey: ${JSON.stringify(body)}`);
    return body;
  }

  signIn(email: string, proof: Body = {}): Promise<Answer> {
    return this.post('/api/session', { ...SIGN_IN, email, ...proof });
  }

  stepUp(as: Person, proof: Body = {}): Promise<Answer> {
    return this.post('/api/step-up', { password: SIGN_IN.password, ...proof }, as);
  }

  /** The answer to what the sign-in asks. */
  async asked(email: string, authenticator: Authenticator): Promise<Body> {
    const challenge = challengeIn(await this.signIn(email));
    return { passkey: authenticator.get({ origin: this.page, challenge }) };
  }

  async signedIn(email: string, authenticator: Authenticator): Promise<Answer> {
    return this.signIn(email, await this.asked(email, authenticator));
  }
}
