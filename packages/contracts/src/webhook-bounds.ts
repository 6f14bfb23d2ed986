import { bound, DAY, HOUR_MS, SECOND_MS } from './bound.js';

export const webhookBounds = {
  hooks: bound('webhooks', [50, 'in all'], '422'),
  types: bound('types of events of a webhook', [100, 'types'], '400'),
  time: bound('time of an answer to a webhook', [10 * SECOND_MS, 'ms'], 'it is tried again'),
  pause: bound('time between two tries of a webhook', [HOUR_MS, 'ms'], 'the next try'),
  failing: bound('time that a webhook may fail', [DAY * SECOND_MS, 'ms'], 'it is paused'),
} as const;
