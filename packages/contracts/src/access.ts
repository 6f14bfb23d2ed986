import type { z } from 'zod';

/** Who may call: anybody, anyone signed in, auditors and administrators, or administrators. */
export type Access = 'public' | 'signed-in' | 'auditor' | 'admin';

/**
 * A command of `POST /api/commands/{name}`: who may send it, the shape of its body, and whether it puts
 * something where another of its name may be, so that it takes `?onConflict=`.
 */
export const command = <S extends z.ZodType>(access: Access, body: S, takesOnConflict = false) => ({
  access,
  body,
  takesOnConflict,
});

/** The same for a command that puts something somewhere. */
export const placing = <S extends z.ZodType>(access: Access, body: S) =>
  command(access, body, true);
