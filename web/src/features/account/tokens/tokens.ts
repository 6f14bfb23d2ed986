/** Where the access tokens of whoever is signed in are. */
export const TOKENS = '/api/me/tokens';
