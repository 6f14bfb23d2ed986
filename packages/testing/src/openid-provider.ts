import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

export const CLIENT = { id: 'feusa', secret: 'a secret of the client' };

/** Somebody at the provider; other claims are told as they are. */
export interface ProviderPerson {
  readonly email: string;
  readonly email_verified?: unknown;
  /** How they signed in there. */
  readonly amr?: readonly string[];
  readonly [claim: string]: unknown;
}

type Mode = 'well' | 'away' | 'hanging' | 'flooding' | 'broken';
type Method = 'client_secret_basic' | 'client_secret_post';
type Meddle = (claims: JWTPayload) => JWTPayload;

interface Key {
  readonly jwk: JWK & { kid: string };
}

async function newKey(kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { jwk: { ...jwk, kid, use: 'sig', alg: 'RS256' } };
}

/** A provider of OpenID Connect on this machine, which can be made to err. It signs in `person` without asking. */
export class OpenIdProvider {
  /** Who sits at the browser; nobody signs in where it is undefined. */
  person: ProviderPerson | undefined;
  mode: Mode = 'well';
  /** What is changed in ID tokens, which are then signed again by the provider's own key. */
  meddle: Meddle | undefined;
  /** The key that they are then signed by, where it is another one. */
  foreign: Key | undefined;
  /** What it says of itself, changed. */
  describe: ((document: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** Whether the person is asked to sign in again. */
  readonly prompts: string[] = [];
  private readonly sockets = new Set<Socket>();
  private keys = 1;

  private key: Key;
  private provider: Provider;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly method: Method,
    key: Key,
  ) {
    this.key = key;
    this.provider = this.signingBy(key);
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async open(method: Method = 'client_secret_basic'): Promise<OpenIdProvider> {
    const key = await newKey('key-1');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new OpenIdProvider(server, issuer, method, key);
  }

  /** The settings of a product that signs people in here. */
  get settings(): NodeJS.ProcessEnv {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    };
  }

  /** From now on it signs by another key, and nobody is signed in there any more. */
  async turnKeys(): Promise<void> {
    this.key = await newKey(`key-${++this.keys}`);
    this.provider = this.signingBy(this.key);
  }

  /** The key that it signs by. */
  get ownKey(): Key {
    return this.key;
  }

  /** A key that is not the provider's, under the name of its own. */
  async foreignKey(): Promise<Key> {
    return newKey(this.key.jwk.kid);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private signingBy(key: Key): Provider {
    return providerOf(this.issuer, key, { method: this.method, people: () => this.person });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.issuer).pathname;
    this.asked.push(path);
    if (this.mode === 'away') return void request.socket.destroy();
    if (this.mode === 'hanging') return;
    if (this.mode === 'broken') return void response.writeHead(500).end('{}');
    if (this.mode === 'flooding') return flood(response);
    if (path.startsWith('/interaction/')) return this.interact(request, response);
    if (path === '/token' && this.meddle) rewrite(response, (body) => this.meddled(body));
    if (path.startsWith('/.well-known/') && this.describe)
      rewrite(response, async (body) => JSON.stringify(this.describe!(JSON.parse(body) as never)));
    await this.provider.callback()(request, response);
  }

  private async interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt } = await this.provider.interactionDetails(request, response);
    this.prompts.push(prompt.reasons.join(' '));
    const { person } = this;
    const result = person
      ? { login: { accountId: person.email, amr: [...(person.amr ?? ['pwd'])] } }
      : { error: 'access_denied', error_description: '<b>Nobody</b> is there' };
    await this.provider.interactionFinished(request, response, result);
  }

  private async meddled(body: string): Promise<string> {
    const answer = JSON.parse(body) as { id_token?: string };
    if (!answer.id_token || !this.meddle) return body;
    const { jwk } = this.foreign ?? this.key;
    const token = new SignJWT(this.meddle(decodeJwt(answer.id_token)));
    token.setProtectedHeader({ alg: 'RS256', kid: jwk.kid });
    return JSON.stringify({ ...answer, id_token: await token.sign(await importJWK(jwk, 'RS256')) });
  }
}

/** In seconds. */
const LIVES = {
  ...{ AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600 },
  ...{ Interaction: 600, Session: 600 },
};

interface ProviderContext {
  readonly method: Method;
  people(): ProviderPerson | undefined;
}

function providerOf(issuer: string, { jwk }: Key, { method, people }: ProviderContext): Provider {
  const known = new Map<string, ProviderPerson>();
  const configuration: Configuration = {
    clients: [
      {
        ...{ client_id: CLIENT.id, client_secret: CLIENT.secret },
        redirect_uris: ['https://any.example/api/sso/callback'],
        token_endpoint_auth_method: method,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['of the provider'] },
    claims: { openid: ['sub', 'role', 'amr'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount(_context: KoaContextWithOIDC, id: string) {
      const person = people();
      if (person?.email === id) known.set(id, person);
      const claims = known.get(id) ?? { email: id };
      return {
        accountId: id,
        claims: () => ({ email_verified: true, ...claims, sub: `sub ${id}` }),
      };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { ...LIVES },
    renderError(ctx, out) {
      ctx.body = out;
    },
  };
  const provider = new Provider(issuer, configuration);
  // Products are reached at any port of this machine, or by the name of a proxy.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    new URL(uri).pathname === '/api/sso/callback';
  return provider;
}

/** Sends what `change` makes of the body in its place. */
function rewrite(response: ServerResponse, change: (body: string) => Promise<string>): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: Buffer | string) => {
    void change(String(body)).then((changed) => {
      response.setHeader('content-length', Buffer.byteLength(changed));
      end(changed);
    });
    return response;
  }) as typeof response.end;
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}
