import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,000 most common passwords, in lower case. They take 0.1 s to load, and 3 MB. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);
