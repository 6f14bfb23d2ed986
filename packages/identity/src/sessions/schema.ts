import { ForwardMigration, type SchemaPart } from '@feusa/platform/postgres/schema-part';

class CreateSignIn1795235259000 extends ForwardMigration {
  readonly sql = `
      create schema if not exists auth;

      create table auth.credentials (
        user_id uuid primary key,
        password_hash text not null,
        created_at timestamptz not null default now()
      );

      create table auth.sessions (
        token_hash bytea primary key,
        user_id uuid not null,
        created_at timestamptz not null default now(),
        seen_at timestamptz not null default now(),
        expires_at timestamptz not null
      );
      create index sessions_user on auth.sessions (user_id);
      create index sessions_expiry on auth.sessions (expires_at);

      create table auth.resets (
        token_hash bytea primary key,
        user_id uuid not null,
        expires_at timestamptz not null
      );
      create index resets_user on auth.resets (user_id);

      create table auth.secrets (name text primary key, value text not null);
    `;
}

class CreateMarkKeys1795349553003 extends ForwardMigration {
  readonly sql = `
      create table auth.mark_keys (day date primary key, key bytea not null);
    `;
}

class AddStepUp1795375200000 extends ForwardMigration {
  readonly sql = `alter table auth.sessions add column stepped_up_until timestamptz;`;
}

class CreateTokens1795378000000 extends ForwardMigration {
  readonly sql = `
      create table auth.tokens (
        id uuid primary key,
        token_hash bytea not null unique,
        user_id uuid not null,
        name text not null,
        scope text not null check (scope in ('read', 'write')),
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        last_used_at timestamptz
      );
      create index tokens_user on auth.tokens (user_id);
    `;
}

class AddSessionOrigins1795378800000 extends ForwardMigration {
  readonly sql = `
    alter table auth.sessions
      add column device text not null default '', add column address text not null default '';`;
}

/** They go with their account; a restore brings accounts back last. */
const OWNER = `user_id uuid not null references log.accounts (id) on delete cascade
          deferrable initially deferred`;

class CreateSecondFactors1795379400000 extends ForwardMigration {
  readonly sql = `
      create table auth.second_factors (
        ${OWNER},
        totp bytea,
        confirmed_at timestamptz,
        last_step bigint not null default 0,
        failures int not null default 0,
        failed_since timestamptz not null default now(),
        primary key (user_id)
      );
      create table auth.recovery_codes (
        ${OWNER},
        code_hash bytea not null,
        primary key (user_id, code_hash)
      );
    `;
}

class CreateInvitations1795380000000 extends ForwardMigration {
  readonly sql = `
      create table auth.invitations (
        id uuid primary key,
        token_hash bytea not null unique,
        email text not null,
        normal_email text not null unique,
        role text not null,
        groups uuid[] not null,
        invited_by uuid not null references log.accounts (id) on delete cascade
          deferrable initially deferred,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        taken_until timestamptz
      );
    `;
}

class HoldSecondFactorsToMaster1795402200001 extends ForwardMigration {
  readonly sql = `
      -- As the keys of people, where these tables are beside those of the keys.
      do $$ begin
        if to_regprocedure('keys.refuse_other_master()') is not null then
          drop trigger if exists of_master on auth.second_factors;
          create trigger of_master before insert or update of totp on auth.second_factors
            for each row execute function keys.refuse_other_master('totp');
        end if;
      end $$;
    `;
}

class CreatePasskeys1795403000000 extends ForwardMigration {
  readonly sql = `
      create table auth.passkeys (
        id uuid primary key,
        ${OWNER},
        credential_id bytea not null unique,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        name text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz
      );
      create index passkeys_user on auth.passkeys (user_id);
      create table auth.passkey_challenges (
        ${OWNER},
        challenge bytea not null,
        purpose text not null check (purpose in ('set-up', 'sign-in', 'step-up')),
        expires_at timestamptz not null,
        primary key (user_id, challenge)
      );
    `;
}

class CreateNotices1795403100000 extends ForwardMigration {
  readonly sql = `
      create table auth.notices (
        id uuid primary key,
        ${OWNER},
        kind text not null,
        at timestamptz not null default clock_timestamp(),
        device text not null,
        address text not null,
        role text
      );
      create index notices_user on auth.notices (user_id);
      create table auth.devices (
        ${OWNER},
        device_hash bytea not null,
        seen_at timestamptz not null default now(),
        primary key (user_id, device_hash)
      );
    `;
}

class AddSingleSignOn1795403200000 extends ForwardMigration {
  readonly sql = `
    alter table auth.sessions
      add column sso boolean not null default false, add column strong boolean not null default false;
    create table auth.used_states (
      state_hash bytea primary key,
      expires_at timestamptz not null
    );
  `;
}

class AddSsoSubjects1795417200000 extends ForwardMigration {
  readonly sql = `
    create table auth.sso_subjects (
      ${OWNER},
      issuer text not null,
      subject_hash bytea not null,
      bound_at timestamptz not null default now(),
      primary key (user_id, issuer)
    );
  `;
}

/** Of accounts that one person came to by several addresses the first is theirs. */
class BindSubjectsOnce1795468000000 extends ForwardMigration {
  readonly sql = `
    delete from auth.sso_subjects later using auth.sso_subjects first
      where first.issuer = later.issuer and first.subject_hash = later.subject_hash
        and (first.bound_at, first.user_id) < (later.bound_at, later.user_id);
    create unique index sso_subjects_subject on auth.sso_subjects (issuer, subject_hash);
  `;
}

/** Sign-in's own schema: nothing in here ever reaches the log. */
export const authTables: SchemaPart = {
  schema: 'auth',
  migrations: [
    CreateSignIn1795235259000,
    CreateMarkKeys1795349553003,
    AddStepUp1795375200000,
    CreateTokens1795378000000,
    AddSessionOrigins1795378800000,
    CreateSecondFactors1795379400000,
    CreateInvitations1795380000000,
    HoldSecondFactorsToMaster1795402200001,
    CreatePasskeys1795403000000,
    CreateNotices1795403100000,
    AddSingleSignOn1795403200000,
    AddSsoSubjects1795417200000,
    BindSubjectsOnce1795468000000,
  ],
  grants: {
    feusa_service: `
      grant select, insert, update, delete on all tables in schema auth to feusa_service;
    `,
    feusa_query: `
      grant select, update (seen_at) on auth.sessions to feusa_query;
      grant select, update (last_used_at) on auth.tokens to feusa_query;
      grant select (user_id, confirmed_at) on auth.second_factors to feusa_query;
      grant select (user_id) on auth.passkeys, auth.credentials, auth.resets to feusa_query;
      grant select (id) on auth.invitations to feusa_query;
      grant select, insert on auth.secrets to feusa_query;
      grant select, insert, delete on auth.mark_keys to feusa_query;
    `,
  },
};
