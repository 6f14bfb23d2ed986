import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Mail } from '@feusa/platform/mail/port';
import { Candidate } from '@feusa/platform/postgres/leader';
import { followLogKey } from '@feusa/transparency/log-key';
import type { TransparentLog } from '@feusa/transparency/port';
import { Deliveries } from '@feusa/transparency/publishing/deliveries';
import type { Publishing, Target } from '@feusa/transparency/publishing/port';
import { Publisher } from '@feusa/transparency/publishing/publisher';
import { directoryTarget, mailTarget, witnessTarget } from '@feusa/transparency/publishing/targets';
import type { CheckpointSigner } from '@feusa/transparency/signer';
import { readWitness, type WitnessAddress } from '@feusa/transparency/publishing/witness-address';

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
  readonly signer: CheckpointSigner;
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

function targetsOf({ config, pool, mail, tree, signer }: PublishingOptions): Target[] {
  const { FEUSA_CHECKPOINT_SECONDS: seconds, FEUSA_CHECKPOINT_DIR: directory } = config;
  const chain = async () => (await followLogKey(pool, signer)).chain;
  const letters = Math.max(seconds, MAIL_SECONDS);
  return [
    ...witnessesOf(config).map((address) => witnessTarget(address, tree, seconds)),
    ...(directory ? [directoryTarget({ directory, chain, tree }, seconds)] : []),
    ...config.FEUSA_CHECKPOINT_MAIL.map((to) => mailTarget(to, mail, letters)),
  ];
}

/** Who is asked to sign too; the settings were checked. */
export const witnessesOf = ({ FEUSA_WITNESSES }: Config): WitnessAddress[] =>
  FEUSA_WITNESSES.flatMap((each) => readWitness(each) ?? []);
