/** Addresses that say nothing of folders or what lies in them to people who may not see all of them. */
export const namesNothing: readonly string[] = [
  // Each command is held against it by a spec of its own.
  ...['POST /api/commands/:name', 'GET /api/undo', 'POST /api/undo', 'POST /api/undo/stop'],
  // Who one is, and what one keeps for oneself by id.
  ...['POST /api/session', 'GET /api/session', 'DELETE /api/session', 'GET /api/session/rules'],
  ...['GET /api/step-up', 'POST /api/step-up', 'GET /api/sso', 'GET /api/sso/start'],
  ...['GET /api/sso/callback', 'POST /api/sso/code'],
  ...['POST /api/password-resets', 'GET /api/password-resets/:token'],
  'PUT /api/password-resets/:token',
  ...['GET /api/users', 'GET /api/users/:id', 'GET /api/groups', 'GET /api/accounts'],
  'GET /api/erasures',
  ...['POST /api/commands/invite-user', 'GET /api/invitations/:token'],
  ...['PUT /api/invitations/:token', 'DELETE /api/invitations/:id'],
  ...['GET /api/me/second-factors', 'POST /api/me/totp', 'PUT /api/me/totp', 'DELETE /api/me/totp'],
  ...['POST /api/me/passkeys/options', 'POST /api/me/passkeys', 'DELETE /api/me/passkeys/:id'],
  'GET /api/me/notices',
  ...['POST /api/me/recovery-codes', 'DELETE /api/users/:id/second-factors'],
  'DELETE /api/users/:id/single-sign-on',
  ...['PUT /api/me/password', 'GET /api/me/sessions', 'DELETE /api/me/sessions'],
  'DELETE /api/me/sessions/:id',
  ...['GET /api/me/tokens', 'POST /api/me/tokens', 'DELETE /api/me/tokens/:id'],
  ...['GET /api/me/marks', 'DELETE /api/me/stars/:kind/:id', 'DELETE /api/me/follows/:id'],
  ...['DELETE /api/me/opened'],
  // Uploads are their owner's.
  ...['POST /api/uploads', 'HEAD /api/uploads/:id', 'PATCH /api/uploads/:id'],
  ...['DELETE /api/uploads/:id', 'OPTIONS /api/uploads'],
  // People lie in no folder.
  ...['GET /api/employees', 'GET /api/employees/:id', 'GET /api/employees/:id/reports'],
  ...['GET /api/employees/export', 'GET /api/org-chart', 'GET /api/search', 'GET /api/errors'],
  ...['GET /api/own-profile', 'GET /api/profile-requests'],
  ...['POST /api/imports/employees', 'POST /api/imports/employees/:planId'],
  // For those who manage the folder.
  'GET /api/folders/:id/access',
  // Administrators see everything.
  ...['GET /api/webhooks', 'GET /api/access/:userId'],
  ...['GET /api/trash', 'GET /api/trash/outlook', 'GET /api/operations'],
  'POST /api/operations/dead-letters/:id/redrive',
  'POST /api/operations/dead-letters/:id/discard',
  // Auditors see the log whole, and who looked at what.
  ...['GET /api/access-log', 'GET /api/access-log/verify'],
  ...['GET /api/audit/events', 'GET /api/audit/events/:position', 'GET /api/audit/export'],
  ...['GET /api/audit/fingerprint', 'GET /api/audit/verify', 'GET /api/audit/bundle'],
  ...['GET /api/audit/erasures', 'GET /api/audit/erasures/:id', 'GET /api/audit/checkpoint'],
  ...['GET /api/audit/key', 'GET /api/audit/successions'],
  ...['GET /api/audit/proof', 'GET /api/audit/consistency'],
  // About the product itself.
  ...['GET /api/docs', 'GET /api/docs-json', 'GET /api/docs/start.js', 'GET /api/docs/:file'],
  'POST /api/csp-reports',
  ...['GET /health/live', 'GET /health/ready', 'GET /metrics'],
];
