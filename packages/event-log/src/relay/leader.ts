import { Partitioners, type Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '../store/port.js';
import { Candidate } from '@feusa/platform/postgres/leader';
import { Subscription } from '../subscription/subscription.js';
import type { Relaying } from '../subscription/port.js';
import { Relay, type RelayOptions } from './relay.js';

const CHANNEL = 'feusa_log';

/** Says to a relay in another process that there is more; only a hint. */
export const NOTIFY = `notify ${CHANNEL}`;

export interface RelayLeaderOptions extends RelayOptions {
  readonly kafka: Kafka;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly role?: string | undefined;
  readonly store: EventStore;
  readonly log: Logger;
}

/** This process's part in the election of the relay; while it leads, the relay follows the log here. */
export class RelayLeader implements Relaying {
  private subscription: Subscription | undefined;
  private relay: Relay | undefined;
  private readonly candidate: Candidate;

  constructor(private readonly options: RelayLeaderOptions) {
    const { databaseUrl: url, role, log } = options;
    this.candidate = new Candidate({ url, role, name: 'relay', log, lead: this.lead });
  }

  /** The subscription of the relay where this process has it. */
  get leading(): Subscription | undefined {
    return this.subscription;
  }

  leads(): boolean {
    return this.subscription !== undefined;
  }

  async position(): Promise<number> {
    const query = { name: 'relay-position', text: 'select position from relay.cursor' };
    const { rows } = await this.options.pool.query<{ position: string | number }>(query);
    return Number(rows[0]?.position ?? 0);
  }

  state(): string | undefined {
    return this.relay?.fault;
  }

  close(): Promise<void> {
    return this.candidate.close();
  }

  private lead: ConstructorParameters<typeof Candidate>[0]['lead'] = async (client, lost) => {
    const { kafka, store, log } = this.options;
    const producer = kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    const relay = new Relay(client, producer, this.options);
    const subscription = new Subscription(relay, { store, log, patienceMs: 0 });
    client.on('notification', () => subscription.look());
    try {
      await client.query(`listen ${CHANNEL}`);
      [this.relay, this.subscription] = [relay, subscription];
      void subscription.start();
      // The lock may have been lost before anybody listened for that.
      if (!lost.aborted)
        await new Promise((end) => lost.addEventListener('abort', end, { once: true }));
    } finally {
      [this.relay, this.subscription] = [undefined, undefined];
      await subscription.stop();
      await relay.close();
    }
  };
}
