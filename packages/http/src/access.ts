import { SESSIONS, type Session, type Sessions } from '@feusa/identity/sessions/port';
import type { Access as Rule } from '@feusa/contracts/access';
import { refuse } from '@feusa/contracts/refusals';
import type { Role } from '@feusa/contracts/users';
import {
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { tokenOf, type AppRequest } from './request.js';

export const ACCESS = 'feusa:access';
export const STEP_UP = 'feusa:step-up';

/** A fixed rule, or one that the request decides; undefined where the request names nothing. */
export type AccessRule = Rule | ((request: AppRequest) => Rule | undefined);

/** Says who may call a route. A route without a rule is closed to everybody. */
export const Access = (rule: AccessRule) => SetMetadata(ACCESS, rule);

/** Whether a request needs a step-up. */
export type StepUpRule = (request: AppRequest) => boolean;

/** Says that a route is only for whoever has entered the password again in the last minutes. */
export const NeedsStepUp = (rule: StepUpRule = () => true) => SetMetadata(STEP_UP, rule);

/** The signed-in person. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { session } = context.switchToHttp().getRequest<AppRequest>();
  return session?.user ?? refuse('not-signed-in');
});

const allowed: Record<Exclude<Rule, 'public'>, readonly Role[]> = {
  'signed-in': ['admin', 'auditor', 'basic'],
  auditor: ['admin', 'auditor'],
  admin: ['admin'],
};

/** Whether a role is enough for a rule. */
export const mayAccess = (rule: Rule, role: Role): boolean =>
  rule === 'public' || allowed[rule].includes(role);

/** Whether the session of a request is stepped up. */
export async function isSteppedUp(
  sessions: Pick<Sessions, 'isSteppedUp'>,
  { headers }: AppRequest,
): Promise<boolean> {
  const token = tokenOf(headers);
  return token !== undefined && sessions.isSteppedUp(token);
}

/** Holds every request against the rule of its route. @throws Refusal */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(SESSIONS) private readonly sessions: Sessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule: AccessRule | undefined =
      Reflect.getMetadata(ACCESS, context.getHandler()) ??
      Reflect.getMetadata(ACCESS, context.getClass());
    if (!rule) return refuse('not-allowed');
    if (rule === 'public') return true;
    const request = context.switchToHttp().getRequest<AppRequest>();
    const session = await this.sessionOf(request);
    request.session = session;
    if (request.about) request.about.userId = session.user.id;
    const decided = typeof rule === 'function' ? rule(request) : rule;
    if (!decided) return refuse('not-found');
    if (!mayAccess(decided, session.user.role)) refuse('not-allowed');
    const needsStepUp: StepUpRule | undefined = Reflect.getMetadata(STEP_UP, context.getHandler());
    if (needsStepUp?.(request)) await this.requireStepUp(request);
    return true;
  }

  private async requireStepUp(request: AppRequest): Promise<void> {
    if (!(await isSteppedUp(this.sessions, request))) refuse('step-up');
  }

  private async sessionOf(request: AppRequest): Promise<Session> {
    const token = tokenOf(request.headers);
    const session = token && (await this.sessions.find(token));
    return session || refuse('not-signed-in');
  }
}
