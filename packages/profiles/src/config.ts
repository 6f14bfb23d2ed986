import { readFileSync } from 'node:fs';
import { accessLogBounds } from '@feusa/contracts/access-log-bounds';
import { uploadBounds } from '@feusa/contracts/bounds';
import { RequireSecondFactor } from '@feusa/contracts/second-factors';
import { z } from 'zod';
import { readNetworks } from '@feusa/platform/networks';
import { StartFault } from '@feusa/platform/start-fault';
import { isAccessToken } from '@feusa/identity/tokens/port';
import { KEY_BYTES } from '@feusa/privacy/subject-keys/cipher';
import { readWitness } from '@feusa/transparency/publishing/witness-address';
import { isKeyName, readVerifierKey } from '@feusa/transparency/checkpoint';
import { passwordIn, placeholdersIn } from './placeholders.js';
import { isRecipient } from './recipients.js';

/** The path of a file in PEM, read when the settings are: its text. `what` is between its dashes. */
const pemFile = (what: RegExp) =>
  z
    .string()
    .min(1)
    .transform((file, context) => {
      try {
        const text = readFileSync(file, 'utf8');
        if (what.test(text)) return text;
        context.addIssue(`names a file that is not in PEM: ${file}`);
      } catch (fault) {
        const code = (fault as NodeJS.ErrnoException).code ?? 'unknown';
        context.addIssue(`names a file that cannot be read (${code}): ${file}`);
      }
      return z.NEVER;
    });

const CERTIFICATES = /-----BEGIN CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

const text = z.string().min(1);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, { error: `must be at least ${min}` })
        .max(max, { error: `must be at most ${max}` }),
    );
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => new URL(url).origin);
const yesNo = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((given) => given === 'true');
const serverUrl = (protocol: RegExp) =>
  z
    .url({ protocol, error: 'is not a usable address', abort: true })
    .refine((url) => passwordIn(url) !== undefined, {
      error: 'has a password that cannot be read',
    });

const masterKey = z
  .base64({ error: 'must be 32 bytes in base64' })
  .transform((given) => Buffer.from(given, 'base64'))
  .refine((key) => key.length === KEY_BYTES, { error: 'must be 32 bytes in base64' });

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** As the provider writes it, to the last slash: with TLS, or on this machine. */
const issuerUrl = z.url({ error: 'is not a usable address', abort: true }).refine(
  (url) => {
    const { protocol, hostname, search, hash, username } = new URL(url);
    const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
    return isSafe && !search && !hash && !username;
  },
  { error: 'must be an https address, without ? and #' },
);

const certificates = pemFile(CERTIFICATES).optional();

/** Parted by commas; none where it is left out. */
const list = (each: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((all) =>
      all
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(each));

const Environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: text.default('0.0.0.0'),
  FEUSA_DATA_DIR: text.default('./data'),
  FEUSA_PROFILE: z
    .enum(['standalone', 'distributed'], { error: 'must be standalone or distributed' })
    .default('standalone'),
  FEUSA_TEAM_PASSWORD: text.max(256, { error: 'is too long' }).optional(),
  FEUSA_TOKEN: text.refine(isAccessToken, { error: 'is not an access token' }).optional(),
  FEUSA_ADMIN_EMAIL: z.email({ error: 'is not an e-mail address' }).optional(),
  FEUSA_ADMIN_PASSWORD: text.max(256, { error: 'is too long' }).optional(),
  FEUSA_PUBLIC_URL: httpUrl.optional(),
  FEUSA_MAX_UPLOAD_MB: whole(1, 1_000_000).default(uploadBounds.fileSize.value),
  FEUSA_UPLOAD_QUOTA_MB: whole(1, 100_000_000).default(uploadBounds.quota.value),
  FEUSA_TRASH_DAYS: whole(0, 36_500).default(0),
  FEUSA_PASSWORD_MIN: whole(1, 128).default(6),
  FEUSA_ACCESS_LOG_DAYS: whole(1, 3650).default(accessLogBounds.days.value),
  FEUSA_REQUIRE_SECOND_FACTOR: RequireSecondFactor.default('none'),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_ROLE_CLAIM: text.optional(),
  OIDC_CREATE: yesNo,
  FEUSA_MASTER_KEY: masterKey.optional(),
  FEUSA_MASTER_KEY_FILE: text.optional(),
  FEUSA_MASTER_KEY_COMMAND: text.optional(),
  FEUSA_NEXT_MASTER_KEY: masterKey.optional(),
  FEUSA_BACKUP_RECIPIENTS: list(text.refine(isRecipient, { error: 'must be age1…, age1…' })),
  FEUSA_CHECKPOINT_ORIGIN: text
    .refine(isKeyName, { error: 'must have no spaces and no plus signs' })
    .default('feusa'),
  FEUSA_COMPARE_EVENTS: whole(0, 1_000_000).default(1000),
  FEUSA_COMPARE_KB: whole(1, 10_000_000).default(4096),
  FEUSA_CHECKPOINT_SECONDS: whole(1, 86_400).default(60),
  FEUSA_CHECKPOINT_DIR: text.optional(),
  FEUSA_CHECKPOINT_MAIL: list(z.email({ error: 'must be e-mail addresses' })),
  FEUSA_WITNESSES: list(
    text.refine((each) => readWitness(each), {
      error: 'must be URL NAME+ID+KEY, URL NAME+ID+KEY …',
    }),
  ),
  FEUSA_WITNESS_LOGS: list(
    text.refine((each) => readVerifierKey(each), { error: 'must be NAME+ID+KEY of logs' }),
  ),
  FEUSA_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  DATABASE_URL: serverUrl(/^postgres(ql)?$/).optional(),
  DATABASE_OWNER_URL: serverUrl(/^postgres(ql)?$/).optional(),
  DATABASE_QUERY_URL: serverUrl(/^postgres(ql)?$/).optional(),
  DATABASE_INDEXER_URL: serverUrl(/^postgres(ql)?$/).optional(),
  FEUSA_CLAMD: text
    .regex(/^(\/.+|[^\s/]+:\d+)$/, { error: 'must be host:port or the path of a socket' })
    .optional(),
  SMTP_URL: serverUrl(/^smtps?$/).optional(),
  KAFKA_BROKERS: list(text.regex(/^[^:\s]+:\d+$/, { error: 'must be host:port, host:port …' })),
  KAFKA_TLS: yesNo,
  KAFKA_TLS_CA: certificates,
  KAFKA_TLS_CERT: certificates,
  KAFKA_TLS_KEY: pemFile(PRIVATE_KEY).optional(),
  KAFKA_SASL: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'], {
      error: 'must be plain, scram-sha-256 or scram-sha-512',
    })
    .optional(),
  KAFKA_USER: text.optional(),
  KAFKA_PASSWORD: text.optional(),
  OPENSEARCH_URL: serverUrl(/^https?$/).optional(),
  OPENSEARCH_TLS_CA: certificates,
  REDIS_URL: serverUrl(/^rediss?$/).optional(),
  REDIS_TLS_CA: certificates,
  S3_ENDPOINT: serverUrl(/^https?$/).optional(),
  S3_TLS_CA: certificates,
  S3_ACCESS_KEY: text.optional(),
  S3_SECRET_KEY: text.optional(),
  S3_BUCKET: text.default('feusa'),
  FEUSA_NAMESPACE: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,40}$/, { error: 'must be letters, digits and hyphens' })
    .default('feusa'),
  S3_REGION: text.default('us-east-1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl(/^https?$/).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'must be a number from 0 to 1' })
    .default('1')
    .transform(Number),
  FEUSA_INSTANCE: text.default('1'),
  FEUSA_COMMAND_URLS: list(httpUrl),
  FEUSA_QUERY_URLS: list(httpUrl),
  FEUSA_TRUSTED_PROXIES: text
    .transform(readNetworks)
    .refine((networks) => networks !== undefined, {
      error: 'must be addresses, networks, loopback, linklocal, uniquelocal or none',
    })
    .optional(),
  FEUSA_WEBHOOK_NETWORKS: text
    .transform(readNetworks)
    .refine((networks) => networks !== undefined, {
      error: 'must be addresses, networks, loopback, linklocal, uniquelocal or none',
    })
    .optional(),
  FEUSA_METRICS_TOKEN: text
    .regex(/^[\w.~+/-]{16,200}=*$/, { error: 'must be 16 to 200 letters, digits or - . _ ~ + /' })
    .optional(),
});

export type Config = Readonly<z.output<typeof Environment>>;

/** The name of every setting. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

const PLACEHOLDER =
  'has a secret that everybody knows from examples: make your own, by openssl rand -hex 24';

/** Settings that mean nothing without others: what would be sent in clear, or to nobody who asked. */
const NEEDS: readonly (readonly [keyof Config, ...(keyof Config)[]])[] = [
  ['KAFKA_TLS_CA', 'KAFKA_TLS'],
  ['KAFKA_TLS_CERT', 'KAFKA_TLS', 'KAFKA_TLS_KEY'],
  ['KAFKA_TLS_KEY', 'KAFKA_TLS_CERT'],
  ['KAFKA_SASL', 'KAFKA_USER', 'KAFKA_PASSWORD'],
  ['KAFKA_USER', 'KAFKA_SASL'],
  ['KAFKA_PASSWORD', 'KAFKA_SASL'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['OIDC_ROLE_CLAIM', 'OIDC_ISSUER'],
  ['OIDC_CREATE', 'OIDC_ISSUER'],
];

/** Of these one is enough, and two would leave open which counts. */
const ONE_OF = ['FEUSA_MASTER_KEY', 'FEUSA_MASTER_KEY_FILE', 'FEUSA_MASTER_KEY_COMMAND'] as const;

const ambiguousIn = (config: Config): string[] => {
  const [first, ...others] = ONE_OF.filter((name) => config[name] !== undefined);
  return others.map((name) => `  ${name} and ${first} cannot both be set`);
};

const missingIn = (config: Config): string[] =>
  NEEDS.filter(([name]) => config[name]).flatMap(([name, ...needed]) =>
    needed.filter((each) => !config[each]).map((each) => `  ${name} needs ${each}`),
  );

/**
 * Reads every setting once. An empty value is the same as none.
 * @throws StartFault with one message that lists every fault, or every secret that is none
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  // One process on one machine is for trying out as well; services apart are reached by others.
  const isApart = environment['FEUSA_PROFILE'] === 'distributed';
  const own = given.filter(([name]) => isApart && settingNames.includes(name));
  const result = Environment.safeParse(Object.fromEntries(given));
  const issues = result.error?.issues ?? [];
  const faults = [
    ...issues.map(({ path, message }) => `  ${path.join('.')} ${message}`),
    ...placeholdersIn(Object.fromEntries(own)).map((name) => `  ${name} ${PLACEHOLDER}`),
    ...(result.success ? [...missingIn(result.data), ...ambiguousIn(result.data)] : []),
  ];
  if (result.success && faults.length === 0) return result.data;
  throw new StartFault(`These settings cannot be used:\n${faults.join('\n')}`);
}

type Given<K extends keyof Config> = Config & { readonly [Key in K]-?: NonNullable<Config[Key]> };

/** The settings, with these among them. @throws StartFault that names those that are missing */
export function requireSettings<K extends keyof Config>(
  config: Config,
  names: readonly K[],
): Given<K> {
  const missing = names.filter((name) => {
    const value = config[name];
    return value === undefined || (Array.isArray(value) && value.length === 0);
  });
  if (missing.length === 0) return config as Given<K>;
  throw new StartFault(`These settings are needed and missing: ${missing.join(', ')}`);
}
