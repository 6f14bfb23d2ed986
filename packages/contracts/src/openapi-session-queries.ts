import { path, query, type Json } from './openapi-parts.js';

/** One query: its address, what it answers and the parameters it takes. */
export type QueryOfApi = readonly [address: string, summary: string, parameters: readonly Json[]];

const at = query('at', 'The state just after this position or time; for auditors');

/** Those of signing in, and of who there is. */
export const sessionQueries: readonly QueryOfApi[] = [
  ['/api/session', 'Who is signed in', []],
  ['/api/session/rules', 'What a new password needs', []],
  ['/api/sso', 'Whether there is single sign-on, and whether its provider answers', []],
  [
    '/api/sso/start',
    'Sends a browser to the provider of single sign-on: 302',
    [
      query('to', 'A path of the app to go on at'),
      query('for', '`step-up`: whoever is signed in signs in there again'),
    ],
  ],
  [
    '/api/sso/callback',
    'Where the provider sends it back to: 302, with `sso` as the reason where nobody is signed in',
    [],
  ],
  ['/api/step-up', 'Whether the password was entered again lately: 204, or 403 `step-up`', []],
  ['/api/me/sessions', 'The own sessions: device, address, when begun and last used', []],
  [
    '/api/me/second-factors',
    'The own second factors: authenticator app, passkeys, and how many recovery codes',
    [],
  ],
  ['/api/me/notices', 'What happened to the own account: sign-ins, lock-outs, changes', []],
  [
    '/api/password-resets/{token}',
    'Whether a new password can be set by a link: 204, or 400 `user/reset-link-invalid`',
    [path('token')],
  ],
  ['/api/invitations/{token}', 'What an invitation is to, for who has the link', [path('token')]],
  [
    '/api/users',
    'All users and the invitations that are open; for administrators, as they were for auditors too',
    [query('after', 'A position that must be in the answer, else 503'), at],
  ],
  ['/api/users/{id}', 'One user and the role; for that user and administrators', [path('id')]],
];
