import type { z } from 'zod';

/** Who may call: anybody, anyone signed in, auditors and administrators, or administrators. */
export type Access = 'public' | 'signed-in' | 'auditor' | 'admin';

interface CommandTraits {
  /** Whether it puts something where another of its name may be, so that it takes `?onConflict=`. */
  readonly takesOnConflict?: boolean;
  /** Whether whoever sends it must have entered the password again in the last minutes. */
  readonly stepUp?: boolean;
}

/** A command of `POST /api/commands/{name}`: who may send it, and the shape of its body. */
export const command = <S extends z.ZodType>(
  access: Access,
  body: S,
  { takesOnConflict = false, stepUp = false }: CommandTraits = {},
) => ({ access, body, takesOnConflict, stepUp });

/** One that those may send, too, who manage the folder that it is about: the decision says which they are. */
export const managed = <C extends object>(one: C) => ({ ...one, forManagers: true as const });

/** As `command`, for one that gives something a name in a folder. */
export const placing = <S extends z.ZodType>(access: Access, body: S) =>
  command(access, body, { takesOnConflict: true });

/** The same for a command that gives power or cannot be taken back: it needs a step-up. */
export const guarded = <S extends z.ZodType>(access: Access, body: S) =>
  command(access, body, { stepUp: true });
