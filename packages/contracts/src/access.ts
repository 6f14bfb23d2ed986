import type { z } from 'zod';

/** Who may call: anybody, anyone signed in, auditors and administrators, or administrators. */
export type Access = 'public' | 'signed-in' | 'auditor' | 'admin';

/** A command of `POST /api/commands/{name}`: who may send it and the shape of its body. */
export const command = <S extends z.ZodType>(access: Access, body: S) => ({ access, body });
