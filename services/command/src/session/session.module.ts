import { EVENT_STORE } from '@feusa/event-log/store/port';
import { CREDENTIALS } from '@feusa/identity/passwords/port';
import { NOTICES } from '@feusa/identity/notices/port';
import { PASSKEYS, SECOND_FACTORS } from '@feusa/identity/second-factors/port';
import { rolesNeeding } from '@feusa/contracts/second-factors';
import type { Ports } from '@feusa/profiles/ports';
import { SESSIONS } from '@feusa/identity/sessions/port';
import { TOKENS } from '@feusa/identity/tokens/port';
import type { DynamicModule } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { IdempotencySecrets } from '../idempotency-secrets.js';
import { AccountNotices } from './account-notices.js';
import { FactorChanges } from './factor-changes.js';
import { FindUserHandler } from './find-user.js';
import { INVITATION_PORTS } from './invitation-ports.js';
import { InvitationsController } from './invitations.controller.js';
import { EndInvitations } from './open-invitations.js';
import { InvitationDesk } from './invitations.js';
import { ListUsersHandler } from './list-users.js';
import { LostFactors } from './lost-factors.js';
import { PasskeysController } from './passkeys.controller.js';
import { PUBLIC_ADDRESS, publicAddress } from './public-address.js';
import { ResetsController } from './resets.controller.js';
import { Resets } from './resets.js';
import { SecondFactorCheck } from './second-factor-check.js';
import { NEEDING, SecondFactorsController } from './second-factors.controller.js';
import { SECURITY_LOG, securityLog } from './security-log.js';
import { SESSION_RULES, SessionController } from './session.controller.js';
import { MeController } from './me.controller.js';
import { OwnPassword } from './own-password.js';
import { PasswordCheck } from './password-check.js';
import { SignIns } from './sign-ins.js';
import { SSO_PORTS, SsoController } from './sso.controller.js';
import { SsoLinks } from './sso-links.js';
import { SsoSignIns } from './sso-sign-ins.js';
import { StepUpController } from './step-up.controller.js';
import { StepUps } from './step-ups.js';
import { Sweep } from './sweep.js';
import { TeamPasswordCheck } from './team-password.js';
import { RoleNotices } from './role-notices.js';
import { TokensController } from './tokens.controller.js';
import { UsersController } from './users.controller.js';

class SessionModule {}

/** Signing in and out, new passwords, and who there is. */
export function sessionModule(ports: Ports, idempotency: IdempotencySecrets): DynamicModule {
  const logSecurity = securityLog(ports.log, ports.accessLog);
  const notices = new AccountNotices(ports);
  const password = new PasswordCheck(ports, notices);
  const teamPassword = new TeamPasswordCheck(ports.credentials);
  const secondFactor = new SecondFactorCheck(ports, notices, logSecurity);
  const signIns = new SignIns(
    ports,
    { teamPassword, password, secondFactor, notices },
    logSecurity,
  );
  const stepUps = new StepUps(ports, { password, secondFactor }, logSecurity);
  const needing = rolesNeeding(ports.config.FEUSA_REQUIRE_SECOND_FACTOR);
  return {
    module: SessionModule,
    controllers: [
      SessionController,
      StepUpController,
      MeController,
      InvitationsController,
      SecondFactorsController,
      PasskeysController,
      ResetsController,
      SsoController,
      TokensController,
      UsersController,
    ],
    providers: [
      ListUsersHandler,
      FindUserHandler,
      RoleNotices,
      EndInvitations,
      { provide: OwnPassword, useValue: new OwnPassword(ports, password, notices, logSecurity) },
      { provide: StepUps, useValue: stepUps },
      { provide: SECOND_FACTORS, useValue: ports.secondFactors },
      { provide: PASSKEYS, useValue: ports.passkeys },
      { provide: NOTICES, useValue: ports.notices },
      { provide: AccountNotices, useValue: notices },
      { provide: FactorChanges, useValue: new FactorChanges(ports, notices, logSecurity) },
      { provide: NEEDING, useValue: needing },
      { provide: SsoLinks, useValue: new SsoLinks(ports, logSecurity) },
      { provide: LostFactors, useValue: new LostFactors(ports, logSecurity) },
      {
        provide: InvitationDesk,
        inject: [CommandBus],
        useFactory: (bus: CommandBus) =>
          new InvitationDesk(ports, { bus, teamPassword, logSecurity }),
      },
      {
        provide: SsoSignIns,
        inject: [CommandBus],
        useFactory: (bus: CommandBus) =>
          new SsoSignIns(ports, { bus, secondFactor, notices, logSecurity }),
      },
      { provide: SSO_PORTS, useValue: ports },
      { provide: INVITATION_PORTS, useValue: { ...ports, idempotency } },
      { provide: SignIns, useValue: signIns },
      { provide: Resets, useValue: new Resets(ports, notices, logSecurity) },
      { provide: Sweep, useValue: new Sweep(ports) },
      { provide: SECURITY_LOG, useValue: logSecurity },
      { provide: SESSIONS, useValue: ports.sessions },
      { provide: CREDENTIALS, useValue: ports.credentials },
      { provide: TOKENS, useValue: ports.tokens },
      { provide: SESSION_RULES, useValue: { passwordMin: ports.config.FEUSA_PASSWORD_MIN } },
      { provide: EVENT_STORE, useValue: ports.store },
      { provide: PUBLIC_ADDRESS, useValue: publicAddress(ports.config.FEUSA_PUBLIC_URL) },
    ],
  };
}
