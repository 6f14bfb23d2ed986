import { SESSIONS, type Session, type Sessions } from '@feusa/identity/sessions/port';
import { TOKENS, type Tokens } from '@feusa/identity/tokens/port';
import type { Access as Rule } from '@feusa/contracts/access';
import { refuse } from '@feusa/contracts/refusals';
import type { TokenScope } from '@feusa/contracts/tokens';
import type { Role } from '@feusa/contracts/users';
import {
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { isSafe } from './observe.js';
import { bearerOf, tokenOf, type AppRequest } from './request.js';

export const ACCESS = 'feusa:access';
export const STEP_UP = 'feusa:step-up';
const FOR_PEOPLE = 'feusa:for-people';
const BEFORE_SECOND_FACTOR = 'feusa:before-second-factor';
const ONLY_READS = 'feusa:only-reads';

/** A fixed rule, or one that the request decides; undefined where the request names nothing. */
export type AccessRule = Rule | ((request: AppRequest) => Rule | undefined);

/** Says who may call a route. A route without a rule is closed to everybody. */
export const Access = (rule: AccessRule) => SetMetadata(ACCESS, rule);

/** Whether a request is of some kind. */
export type RequestRule = (request: AppRequest) => boolean;

/** Says that a route is only for whoever has entered the password again in the last minutes. */
export const NeedsStepUp = (rule: RequestRule = () => true) => SetMetadata(STEP_UP, rule);

/** Says that a route is about accounts: the token of a program does not open it. */
export const ForPeople = (rule: RequestRule = () => true) => SetMetadata(FOR_PEOPLE, rule);

/** Says that a route is open to those who must set up a second factor and have not yet. */
export const BeforeSecondFactor = () => SetMetadata(BEFORE_SECOND_FACTOR, true);

/** Says of a route that it only reads, though its method could change something. */
export const OnlyReads = () => SetMetadata(ONLY_READS, true);

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
  constructor(
    @Inject(SESSIONS) private readonly sessions: Pick<Sessions, 'find' | 'isSteppedUp'>,
    @Inject(TOKENS) private readonly tokens: Pick<Tokens, 'find'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = traitOf<AccessRule>(ACCESS, context);
    if (!rule) return refuse('not-allowed');
    if (rule === 'public') return true;
    const request = context.switchToHttp().getRequest<AppRequest>();
    const session = await this.sessionOf(request);
    request.session = session;
    if (request.about) request.about.userId = session.user.id;
    if (session.lacksSecondFactor && !traitOf<boolean>(BEFORE_SECOND_FACTOR, context))
      refuse('second-factor/required');
    const decided = typeof rule === 'function' ? rule(request) : rule;
    if (!decided) return refuse('not-found');
    if (!mayAccess(decided, session.user.role)) refuse('not-allowed');
    if (session.scope) requireForProgram(session.scope, context);
    const needsStepUp: RequestRule | undefined = Reflect.getMetadata(STEP_UP, context.getHandler());
    if (needsStepUp?.(request)) await this.requireStepUp(request);
    return true;
  }

  private async requireStepUp(request: AppRequest): Promise<void> {
    if (!(await isSteppedUp(this.sessions, request))) refuse('step-up');
  }

  /** A program names itself by its token alone: a cookie beside it is not looked at. */
  private async sessionOf({ headers }: AppRequest): Promise<Session> {
    const bearer = bearerOf(headers);
    const token = tokenOf(headers);
    const session =
      bearer === undefined
        ? token && (await this.sessions.find(token))
        : await this.tokens.find(bearer);
    return session || refuse('not-signed-in');
  }
}

/** The metadata of a handler, else that of its class. */
const traitOf = <T>(name: string, context: ExecutionContext): T | undefined =>
  Reflect.getMetadata(name, context.getHandler()) ?? Reflect.getMetadata(name, context.getClass());

/** @throws Refusal where a token does not open the route, or not with its scope */
function requireForProgram(scope: TokenScope, context: ExecutionContext): void {
  const request = context.switchToHttp().getRequest<AppRequest>();
  const rules = [traitOf<RequestRule>(FOR_PEOPLE, context), traitOf<RequestRule>(STEP_UP, context)];
  if (rules.some((rule) => rule?.(request))) refuse('token/for-people');
  const reads = isSafe(request.method) || traitOf<boolean>(ONLY_READS, context) === true;
  if (scope === 'read' && !reads) refuse('token/read-only');
}
