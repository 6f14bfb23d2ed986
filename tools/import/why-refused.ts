import type { Connection, Refused } from './connection.js';

const AGAIN = 'Give the same command again to go on.';

const make = (what: string) =>
  `Make ${what} that may “Read and change”, as an administrator under Account, Access tokens, and set it as FEUSA_TOKEN.`;

const ONLY_ADMINISTRATORS = 'and only administrators can import.';
const SET_UP = 'must have a second factor first: sign in with a browser and set one up.';

/** By the code of a refusal, where the import came with a token. */
const OF_TOKEN: Readonly<Record<string, string>> = {
  'token/read-only': `The access token in FEUSA_TOKEN may only read. ${make('one')}`,
  'not-signed-in': `The access token in FEUSA_TOKEN is not one of this installation, or has ended. ${make('one')}`,
  'not-allowed': `The access token in FEUSA_TOKEN is not an administrator’s, ${ONLY_ADMINISTRATORS} ${make('one')}`,
  'second-factor/required': `The account of the access token ${SET_UP}`,
};

/** The same where it came with a password. */
const OF_PERSON: Readonly<Record<string, string>> = {
  'not-signed-in': `The session has ended. ${AGAIN}`,
  'not-allowed': `This account is not an administrator’s any more, ${ONLY_ADMINISTRATORS}`,
  'second-factor': `This account has a second factor, which an import cannot ask for. ${make('an access token')}`,
  'second-factor/required': `This account ${SET_UP} ${make('an access token')}`,
};

/** What is wrong and how to mend it, where a refusal has a meaning of its own for an import. */
const meaningOf = ({ code }: Refused, { token }: Pick<Connection, 'token'>) =>
  (token === undefined ? OF_PERSON : OF_TOKEN)[code];

/** What a refusal says to whoever cannot begin. */
export const whyRefused = (refused: Refused, by: Pick<Connection, 'token'>): string =>
  meaningOf(refused, by) ?? refused.message;

/** The same to whoever has begun, in whole sentences. */
export const whyStopped = (refused: Refused, by: Pick<Connection, 'token'>): string =>
  meaningOf(refused, by) ??
  `${sentence(refused.message)} Once that is mended, give the same command again to go on.`;

/** What ended for a while, in whole sentences. */
export const whyInterrupted = (message: string): string => `${sentence(message)} ${AGAIN}`;

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
