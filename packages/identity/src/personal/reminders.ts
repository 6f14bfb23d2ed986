import type { Pool } from 'pg';

export type ReminderKind = 'before' | 'overdue';

/** Which reminders have been written. */
export interface Reminders {
  /** Says of all processes one that it is to write a reminder of the request at this position of the log. */
  claim(position: number, kind: ReminderKind): Promise<boolean>;
}

/** In schema `personal`; `pool` belongs to the caller. */
export const openReminders = (pool: Pool): Reminders => ({
  async claim(position, kind) {
    const text = `insert into personal.reminders (position, kind) values ($1, $2) on conflict do nothing`;
    return ((await pool.query(text, [position, kind])).rowCount ?? 0) > 0;
  },
});
