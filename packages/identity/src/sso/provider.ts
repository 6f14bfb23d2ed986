import { ssoBounds } from '@feusa/contracts/sso-bounds';
import * as client from 'openid-client';

const KEPT_MS = 10 * 60_000;
/** One that is away is asked so often at most, whoever wants to sign in. */
const REST_MS = 5000;
const LOOK_MS = 30_000;

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Authentication = (secret: string) => client.ClientAuth;

/** The provider as it describes itself: asked for when somebody signs in, never at the start. */
export class Provider {
  private known: { readonly metadata: client.ServerMetadata; readonly until: number } | undefined;
  private failed: { readonly fault: unknown; readonly at: number } | undefined;
  private underWay: Promise<client.ServerMetadata> | undefined;
  private authentication: Authentication = client.ClientSecretBasic;

  constructor(private readonly options: ProviderOptions) {}

  /** What it is asked by. Keys are fetched anew for each, so that one that was turned counts at once. */
  async configuration(): Promise<client.Configuration> {
    return this.configured(await this.metadata());
  }

  /** As `work` comes out, by the other way to send the secret where the provider does not take this one. */
  async authenticated<T>(work: (configuration: client.Configuration) => Promise<T>): Promise<T> {
    const metadata = await this.metadata();
    const offered = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    try {
      return await work(this.configured(metadata));
    } catch (fault) {
      const isRefused =
        fault instanceof client.ResponseBodyError && fault.error === 'invalid_client';
      const isBasic = this.authentication === client.ClientSecretBasic;
      const other = isBasic ? 'client_secret_post' : 'client_secret_basic';
      if (!isRefused || !offered.includes(other)) throw fault;
      this.authentication = isBasic ? client.ClientSecretPost : client.ClientSecretBasic;
      return work(this.configured(metadata));
    }
  }

  /** What it said of itself counts no longer. */
  forget(): void {
    this.known = undefined;
  }

  isAvailable(): boolean {
    const { known, failed } = this;
    const isOld = known
      ? known.until < performance.now()
      : !failed || failed.at + LOOK_MS < performance.now();
    if (isOld) void this.metadata().catch(() => undefined);
    return this.failed === undefined;
  }

  private configured(metadata: client.ServerMetadata): client.Configuration {
    const { clientId, clientSecret } = this.options;
    const ours = {
      client_secret: clientSecret,
      [client.clockTolerance]: ssoBounds.clocks.value / 1000,
    };
    const configuration = new client.Configuration(
      metadata,
      clientId,
      ours,
      this.authentication(clientSecret),
    );
    configuration[client.customFetch] = boundedFetch;
    client.enableNonRepudiationChecks(configuration);
    if (this.isPlain) client.allowInsecureRequests(configuration);
    return configuration;
  }

  private async metadata(): Promise<client.ServerMetadata> {
    const now = performance.now();
    if (this.known && this.known.until > now) return this.known.metadata;
    if (this.failed && this.failed.at + REST_MS > now) throw this.failed.fault;
    this.underWay ??= this.discover().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async discover(): Promise<client.ServerMetadata> {
    const { issuer, clientId, clientSecret } = this.options;
    try {
      const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [client.customFetch]: boundedFetch,
        ...(this.isPlain && { execute: [client.allowInsecureRequests] }),
      });
      const metadata = found.serverMetadata();
      checkUsable(metadata, this.isPlain);
      this.known = { metadata, until: performance.now() + KEPT_MS };
      this.failed = undefined;
      return metadata;
    } catch (fault) {
      this.failed = { fault, at: performance.now() };
      throw fault;
    }
  }

  /** Plain HTTP is for providers on this machine alone, which the settings enforce. */
  private get isPlain(): boolean {
    return this.options.issuer.startsWith('http:');
  }
}

/** The library takes what is not an address until somebody is to be sent to it. */
function checkUsable(metadata: client.ServerMetadata, isPlain: boolean): void {
  const { authorization_endpoint: endpoint, scopes_supported: scopes = [] } = metadata;
  const { protocol } = new URL(String(endpoint));
  if (protocol !== 'https:' && !(isPlain && protocol === 'http:'))
    throw new Error('its authorization_endpoint is no address of a web page');
  if (!Array.isArray(scopes)) throw new Error('its scopes_supported is no list');
}

/** Fetches from the provider, and for no longer nor more than its bounds allow, whatever it sends. */
const boundedFetch: client.CustomFetch = async (url, { signal, ...options }) => {
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
    if (size > ssoBounds.answer.value) throw new Error('The answer is too large');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
