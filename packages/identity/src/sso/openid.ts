import { Role } from '@feusa/contracts/users';
import * as client from 'openid-client';
import { faultOf } from './faults.js';
import type { SingleSignOn, SsoIdentity } from './port.js';
import { Provider, type ProviderOptions } from './provider.js';

export interface OpenIdOptions extends ProviderOptions {
  /** The claim that has the role; without it roles are given here. */
  readonly roleClaim?: string | undefined;
  readonly creates: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

const SCOPES = ['openid', 'email', 'profile'];
/** RFC 8176. */
const SEVERAL_FACTORS = 'mfa';

/** By the code flow with PKCE, state and nonce; what is not said in the ID token is asked for. */
export function openOpenId(options: OpenIdOptions): SingleSignOn {
  const { roleClaim, creates } = options;
  const provider = new Provider(options);

  /** A scope that is called as the claim, where there is one, is what gives it. */
  const scopesOf = ({ scopes_supported: offered = [] }: client.ServerMetadata) =>
    [...SCOPES, ...offered.filter((scope) => scope === roleClaim)].join(' ');

  async function claimsOf(
    configuration: client.Configuration,
    tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  ): Promise<Claims> {
    const said: Claims & { readonly sub: string } = tokens.claims() ?? { sub: '' };
    const isWhole = said['email'] !== undefined && (!roleClaim || said[roleClaim] !== undefined);
    if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return said;
    const more = await client.fetchUserInfo(configuration, tokens.access_token, said.sub);
    // An address and whether it is verified belong together.
    return said['email'] === undefined
      ? { ...more, ...said, ...emailIn(more) }
      : { ...more, ...said };
  }

  const roleIn = (claims: Claims): Role | undefined =>
    roleClaim === undefined ? undefined : highestOf(claims[roleClaim]);

  return {
    creates,
    isAvailable: () => provider.isAvailable(),

    async begin({ redirectUri, fresh }) {
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const verifier = client.randomPKCECodeVerifier();
      const configuration = await provider.configuration().catch((fault: unknown) => {
        throw faultOf(fault, 'sso/unavailable');
      });
      const url = client.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri, state, nonce },
        scope: scopesOf(configuration.serverMetadata()),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(fresh && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, secrets: { state, nonce, verifier } };
    },

    async finish({ redirectUri, fresh, search, secrets }) {
      const { state, nonce, verifier } = secrets;
      const back = new URL(redirectUri);
      back.search = search;
      const checks = {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        ...{ idTokenExpected: true, ...(fresh && { maxAge: 0 }) },
      };
      try {
        const claims = await provider.authenticated(async (configuration) => {
          const tokens = await client.authorizationCodeGrant(configuration, back, checks);
          return claimsOf(configuration, tokens);
        });
        return personOf(claims, roleIn(claims));
      } catch (fault) {
        provider.forget();
        throw faultOf(fault, 'sso/refused');
      }
    },
  };
}

const emailIn = ({ email, email_verified }: Claims): Claims => ({ email, email_verified });

function personOf(claims: Claims, role: Role | undefined): SsoIdentity {
  const { email, email_verified: verified, amr, iss, sub } = claims;
  const isKnown = typeof email === 'string' && verified === true;
  return {
    // Both are in every ID token that was taken.
    subject: { issuer: String(iss), subject: String(sub) },
    email: isKnown ? email : undefined,
    role,
    strong: Array.isArray(amr) && amr.includes(SEVERAL_FACTORS),
  };
}

/** The highest role of those that are named. Who is named with none has lost what they had. */
function highestOf(claim: unknown): Role {
  const named: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return Role.options.find((role) => named.includes(role)) ?? 'basic';
}
