import type { EngineName } from '@feusa/engines';
import { describe } from '@jest/globals';
import { addresses } from './engine-addresses.js';

/** Where an engine for tests is: Kafka's `host:port`, the URL of the others. @throws where there is none */
export const engineUrl = (name: EngineName): string => {
  const address = process.env[addresses[name]];
  if (!address)
    throw new Error(`${addresses[name]} is not set: run this in the test project "engines".`);
  return address;
};

/** A suite that needs an engine. It is skipped where there is none, but never under CI=true. */
export const describeWithEngine = (name: EngineName, title: string, body: () => void): void => {
  const missing = !process.env[addresses[name]] && process.env['CI'] !== 'true';
  (missing ? describe.skip : describe)(title, body);
};
