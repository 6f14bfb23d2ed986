import { openOpenId } from '@feusa/identity/sso/openid';
import type { SingleSignOn } from '@feusa/identity/sso/port';
import type { Config } from './config.js';

/** The provider of single sign-on; undefined where none is set. */
export function singleSignOnOf(config: Config): SingleSignOn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  if (!issuer || !clientId || !secret) return undefined;
  return openOpenId({
    ...{ issuer, clientId, clientSecret: secret },
    roleClaim: config.OIDC_ROLE_CLAIM,
    creates: config.OIDC_CREATE,
  });
}
