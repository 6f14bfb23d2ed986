import { readFileSync } from 'node:fs';

/** What a server wants of those who connect: TLS, and a name with a password. Files in PEM. */
export interface Insist {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly user: string;
  readonly password: string;
}

/** As a client that has it too. */
export const asClient = (insist: Insist | undefined) =>
  insist && { cert: readFileSync(insist.cert), key: readFileSync(insist.key) };
