import { signInBounds } from './bounds.js';
import type { ActorView } from './docs.js';
import { z } from 'zod';
import { command, guarded } from './access.js';
import { Code, PasskeyAnswer } from './second-factors.js';
import { ERASED, personal } from './personal.js';
import { Email, Id, isAtMost } from './text.js';

export const Role = z.enum(['admin', 'auditor', 'basic'], { error: 'Not a role' });
export type Role = z.output<typeof Role>;

export const Password = z
  .string({ error: 'Enter a password' })
  .min(1, { error: 'Enter a password' })
  .refine((text) => isAtMost(text, 256), {
    error: 'Password must be at most 256 characters',
  });

/** The server checks it, so that "missing" and "wrong" have messages of their own. */
export const TeamPassword = z
  .string({ error: 'The team password must be text' })
  .max(signInBounds.password.value)
  .optional();

export const RegisterUser = z.strictObject({
  email: Email(),
  password: Password,
  teamPassword: TeamPassword,
});
export const SetUserRole = z.strictObject({ userId: Id, role: Role });
export const RemoveUser = z.strictObject({ id: Id });
export const SuspendUser = z.strictObject({ id: Id });
export const ReinstateUser = z.strictObject({ id: Id });

export const UserCommands = {
  'register-user': command('admin', RegisterUser),
  'set-user-role': guarded('admin', SetUserRole),
  'remove-user': guarded('admin', RemoveUser),
  'suspend-user': command('admin', SuspendUser),
  'reinstate-user': command('admin', ReinstateUser),
};

export const SignIn = z.strictObject({
  email: Email(),
  password: Password,
  teamPassword: TeamPassword,
  code: Code.optional(),
  passkey: PasskeyAnswer.optional(),
});
export const StepUp = z.strictObject({
  password: Password,
  code: Code.optional(),
  passkey: PasskeyAnswer.optional(),
});
export const ChangePassword = z.strictObject({ current: Password, password: Password });

/** A session of one's own, of which `current` is the one that asks; `lastUsed` is right within the hour. */
export interface SessionView {
  readonly id: string;
  /** Browser and system, or what else signed in; empty where that is not known. */
  readonly device: string;
  readonly address: string;
  readonly begun: string;
  readonly lastUsed: string;
  readonly current: boolean;
  /** Begun by single sign-on. */
  readonly sso?: true;
}

export const RequestPasswordReset = z.strictObject({ email: Email() });
export const ResetPassword = z.strictObject({ password: Password });

export const UserEvents = {
  UserRegistered: z.strictObject({ email: personal(z.string(), ERASED), role: Role }),
  /** In the stream of the account that the invitation leads to. */
  UserInvited: z.strictObject({
    email: personal(z.string(), ERASED),
    role: Role,
    groups: z.array(Id),
  }),
  InvitationWithdrawn: z.strictObject({}),
  UserRoleSet: z.strictObject({ role: Role, from: Role }),
  UserSuspended: z.strictObject({}),
  UserReinstated: z.strictObject({}),
  UserRemoved: z.strictObject({}),
};

/** Who is signed in. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

/** `POST /api/session` and `GET /api/session`. */
export interface SessionAnswer {
  readonly user: SessionUser;
  /** That a second factor is required of them: until they have set one up, everything else is refused. */
  readonly lacksSecondFactor?: boolean;
  /** Signed in by single sign-on, by which a step-up goes too. */
  readonly sso?: true;
  /** Has no password, and proves who they are by single sign-on alone; told by `GET`. */
  readonly ssoOnly?: true;
}

/** `GET /api/session/rules`: the fewest characters of a new password. */
export interface SessionRules {
  readonly passwordMin: number;
}

/** `GET /api/accounts`: what everybody with an account is called, and looks like. */
export interface AccountList {
  readonly accounts: readonly ActorView[];
}

export interface UserView extends SessionUser {
  readonly createdAt: string;
  /** Cannot sign in until somebody lets them again. */
  readonly suspended?: true;
  /** Has a second factor; as it is now, in the past too it is not told. */
  readonly secondFactor?: true;
  /** Has no password, and signs in by single sign-on alone; as it is now. */
  readonly ssoOnly?: true;
  /** Is somebody’s at the provider of single sign-on, and nobody else’s there; as it is now. */
  readonly ssoBound?: true;
}
