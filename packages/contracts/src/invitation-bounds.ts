import { bound, HOUR_MS } from './bound.js';

export const invitationBounds = {
  open: bound('invitations that are open', [200, 'in all'], '409'),
  life: bound('time of an invitation', [7 * 24 * HOUR_MS, 'ms'], '404; invite again'),
} as const;
