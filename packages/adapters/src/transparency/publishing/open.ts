import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { Mail } from '../../mail/port.js';
import { Candidate } from '../../postgres/leader.js';
import type { Verifier } from '../checkpoint.js';
import type { TransparentLog } from '../port.js';
import { Deliveries } from './deliveries.js';
import type { Publishing, Target } from './port.js';
import { Publisher } from './publisher.js';
import { directoryTarget, mailTarget, witnessTarget } from './targets.js';
import { readWitness, type WitnessAddress } from './witness-address.js';

/** A letter is for somebody to keep: one a day. */
const MAIL_SECONDS = 24 * 3600;

export interface PublishingOptions {
  readonly config: Config;
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly role: string | undefined;
  readonly log: Logger;
  readonly mail: Mail;
  readonly tree: TransparentLog;
  /** By which the log's own signatures are known. */
  readonly verifier: Verifier;
}

/** What the settings say of where checkpoints go. */
export function openPublishing(options: PublishingOptions): Publishing {
  const { config, pool, databaseUrl: url, role, log, tree } = options;
  const name = `checkpoints ${config.FEUSA_NAMESPACE}`;
  return new Publisher({
    ...{ tree, log, targets: targetsOf(options), deliveries: new Deliveries(pool) },
    everySeconds: config.FEUSA_CHECKPOINT_SECONDS,
    elect: (lead) => new Candidate({ url, role, log, name, lead }),
  });
}

function targetsOf({ config, mail, tree, verifier }: PublishingOptions): Target[] {
  const { FEUSA_CHECKPOINT_SECONDS: seconds, FEUSA_CHECKPOINT_DIR: directory } = config;
  const letters = Math.max(seconds, MAIL_SECONDS);
  return [
    ...witnessesOf(config).map((address) => witnessTarget(address, tree, seconds)),
    ...(directory ? [directoryTarget({ directory, verifier, tree }, seconds)] : []),
    ...config.FEUSA_CHECKPOINT_MAIL.map((to) => mailTarget(to, mail, letters)),
  ];
}

/** Who is asked to sign too; the settings were checked. */
export const witnessesOf = ({ FEUSA_WITNESSES }: Config): WitnessAddress[] =>
  FEUSA_WITNESSES.flatMap((each) => readWitness(each) ?? []);
