import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The path of a file in PEM, read when the settings are: its text. `what` is between its dashes. */
export const pemFile = (what: RegExp) =>
  z
    .string()
    .min(1)
    .transform((file, context) => {
      try {
        const text = readFileSync(file, 'utf8');
        if (what.test(text)) return text;
        context.addIssue(`names a file that is not in PEM: ${file}`);
      } catch (fault) {
        const code = (fault as NodeJS.ErrnoException).code ?? 'unknown';
        context.addIssue(`names a file that cannot be read (${code}): ${file}`);
      }
      return z.NEVER;
    });

export const CERTIFICATES = /-----BEGIN CERTIFICATE-----/;
export const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
