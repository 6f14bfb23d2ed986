import { openWebhookStates } from '@feusa/event-log/webhooks/states';
import { webhookSecrets } from '@feusa/event-log/webhooks/signature';
import { Candidate } from '@feusa/platform/postgres/leader';
import { readConfig } from '@feusa/profiles/config';
import { openLogDatabase } from '@feusa/profiles/database';
import { WebhookDispatcher } from '@feusa/query/webhooks/dispatcher';

/** Takes part in who tells webhooks, as a query service does, on PostgreSQL alone; it is there to be killed. */
const config = readConfig(process.env);
const log = { info: () => undefined, warn: () => undefined };
const given = { url: config.DATABASE_URL ?? '', max: 3, name: 'teller' };
const opened = await openLogDatabase(config, given);
const { url, role, pool, store, keptSecret } = opened;
const ports = { config, store, pool, log, webhookSecret: webhookSecrets(keptSecret) };
const progress = { reached: () => Promise.resolve(), onMoved: () => undefined };
const model = { progress } as never;
/** Nothing is projected here: it looks so often for what was appended. */
const REST_MS = 500;
const dispatcher = new WebhookDispatcher(ports as never, openWebhookStates(pool), model, REST_MS);
new Candidate({
  ...{ url, role, log, name: `webhooks ${config.FEUSA_NAMESPACE}` },
  async lead(client, lost) {
    // By its own name nobody ends it who wants the others to give way.
    await client.query(`set application_name = 'feusa-teller'`);
    console.log('leads');
    await dispatcher.run(lost);
  },
});
