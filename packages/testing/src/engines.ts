import type { EngineName } from '@feusa/engines';
import { describe } from '@jest/globals';
import { addresses } from './engine-addresses.js';

/** A suite that needs an engine. It is skipped where there is none, but never under CI=true. */
export const describeWithEngine = (name: EngineName, title: string, body: () => void): void => {
  const missing = !process.env[addresses[name]] && process.env['CI'] !== 'true';
  (missing ? describe.skip : describe)(title, body);
};
