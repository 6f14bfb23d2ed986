import { setTimeout as sleep } from 'node:timers/promises';
import { webhookBounds } from '@feusa/contracts/webhook-bounds';
import type { RecordedEvent } from '@feusa/event-log/store/port';
import { post, WebhookGone } from '@feusa/event-log/webhooks/post';
import { signedHeaders } from '@feusa/event-log/webhooks/signature';
import type { HookState, WebhookStates } from '@feusa/event-log/webhooks/states';
import type { Ports } from '@feusa/profiles/ports';
import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import type { Pool } from 'pg';
import { logEntryOf } from '../audit/log-entry.js';
import type { ReadModel } from '../read-model/read-model.js';
import { hooksIn, type Hook } from './hooks.js';

/** Statements by hand: one walk up the tree, past what was removed. */
const INSIDE = `
with recursive places as (
  select id from unnest($1::uuid[]) id
  union select folder_id from read.docs where id = any($1::uuid[])
), up as (
  select f.id, f.parent_id from read.folders f join places p on p.id = f.id
  union select f.id, f.parent_id from read.folders f join up on f.id = up.parent_id
)
select from up where id = $2 limit 1`;

const PLACES = ['parentId', 'fromParentId', 'folderId', 'fromFolderId'];

/** Whether an event is about something in a folder, before it or after it. */
async function isInFolder(
  pool: Pick<Pool, 'query'>,
  { stream, data }: StoredEvent,
  folderId: string,
): Promise<boolean> {
  if (!['folder', 'file', 'link'].includes(nounOf(stream))) return false;
  const fields = data as Readonly<Record<string, unknown>>;
  const places = PLACES.map((name) => fields[name]).filter((each) => typeof each === 'string');
  const { rowCount } = await pool.query(INSIDE, [[idOf(stream), ...places], folderId]);
  return (rowCount ?? 0) > 0;
}

/** Rounds begin so far apart at least. */
const LOOK_MS = 500;
/** Where nothing waits it still looks so often, should the read model not come on. */
const REST_MS = 30_000;
const PAGE = 100;
const FIRST_WAIT_MS = 1000;

type DispatcherPorts = Pick<Ports, 'config' | 'store' | 'pool' | 'mail' | 'log' | 'webhookSecret'>;

/**
 * Tells addresses outside of events, each in the order of the log and from where it was told last; in one
 * process of all.
 */
export class WebhookDispatcher {
  private readonly underWay = new Set<string>();
  /** Nobody has anything to be told up to the head that was asked for last. */
  private isQuiet = false;
  /** The read model has come on since then. */
  private isTold = false;
  private wake: () => void = () => undefined;
  private known: { readonly head: number; readonly hooks: readonly Hook[] } | undefined;

  constructor(
    private readonly ports: DispatcherPorts,
    private readonly states: WebhookStates,
    private readonly model: Pick<ReadModel, 'progress'>,
    private readonly restMs = REST_MS,
  ) {
    model.progress.onMoved(() => {
      this.isTold = true;
      this.wake();
    });
  }

  async run(stopped: AbortSignal): Promise<void> {
    const running = new Set<Promise<void>>();
    stopped.addEventListener('abort', () => this.wake(), { once: true });
    while (!stopped.aborted) {
      const begun = await this.round(stopped).catch((err: unknown) => {
        this.ports.log.warn({ err }, 'webhooks wait');
        return [];
      });
      for (const each of begun) void running.add(each.finally(() => running.delete(each)));
      await sleep(LOOK_MS, undefined, { signal: stopped }).catch(() => undefined);
      if (this.isQuiet && !this.isTold && !stopped.aborted) await this.rest();
    }
    await Promise.all(running);
  }

  /** Until the read model comes on, which follows whatever is appended, in whichever process. */
  private async rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((done) => {
      this.wake = done;
      timer = setTimeout(done, this.restMs);
    });
    clearTimeout(timer);
  }

  /** Begins with everybody who has something to be told. */
  private async round(stopped: AbortSignal): Promise<Promise<void>[]> {
    [this.isQuiet, this.isTold] = [false, false];
    const { position: head } = await this.ports.store.head();
    const hooks =
      this.known?.head === head ? this.known.hooks : await hooksIn(this.ports.store, head);
    this.known = { head, hooks };
    if (hooks.length === 0) {
      this.isQuiet = true;
      return [];
    }
    const states = await this.states.all();
    this.isQuiet = this.underWay.size === 0 && hooks.every((hook) => isDone(hook, states, head));
    return hooks.flatMap((hook) => {
      const state = states.get(hook.id);
      if (this.underWay.has(hook.id) || (isBegun(hook, state) && !isDue(state, head))) return [];
      this.underWay.add(hook.id);
      const work = this.advance(hook, head, stopped)
        .catch((err: unknown) => this.ports.log.warn({ err, webhook: hook.id }, 'webhook waits'))
        .finally(() => this.underWay.delete(hook.id));
      return [work];
    });
  }

  private async advance(hook: Hook, head: number, stopped: AbortSignal): Promise<void> {
    const state = await this.states.begin(hook.id, hook.begun);
    let { cursor } = state;
    while (cursor < head && !stopped.aborted) {
      const page = await this.ports.store.readRecorded(cursor, Math.min(PAGE, head - cursor));
      for (const each of page) {
        if (stopped.aborted) return;
        if (!(await this.concerns(hook, each))) continue;
        const fault = await this.deliver(hook, each, stopped);
        if (fault) return stopped.aborted ? undefined : this.failed(hook, fault);
        await this.states.moved(hook.id, each.event.position, true);
      }
      const last = page.at(-1)?.event.position;
      if (last === undefined) return;
      cursor = last;
      await this.states.moved(hook.id, cursor, false);
    }
  }

  private async concerns({ types, folderId }: Hook, { event }: RecordedEvent): Promise<boolean> {
    if (types.length > 0 && !types.includes(event.type)) return false;
    if (folderId === null) return true;
    await this.model.progress.reached(event.position);
    return isInFolder(this.ports.pool, event, folderId);
  }

  /** What went wrong, if anything did. */
  private async deliver(
    { id, url }: Hook,
    recorded: RecordedEvent,
    stopped: AbortSignal,
  ): Promise<Error | undefined> {
    const { config, webhookSecret } = this.ports;
    const { id: event, type, at: timestamp } = recorded.event;
    const body = JSON.stringify({ type, timestamp, data: logEntryOf(recorded) });
    const now = Math.floor(Date.now() / 1000);
    const headers = signedHeaders(await webhookSecret(id), event, now, body);
    const allowed = config.FEUSA_WEBHOOK_NETWORKS;
    const timeoutMs = webhookBounds.time.value;
    return post({ url, headers, body, allowed, timeoutMs, stopped }).then(
      () => undefined,
      (fault: Error) => fault,
    );
  }

  private async failed(hook: Hook, fault: Error): Promise<void> {
    const { log, mail, store } = this.ports;
    const isGone = fault instanceof WebhookGone;
    const { tries = 0 } = (await this.states.all()).get(hook.id) ?? {};
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 20), webhookBounds.pause.value);
    const pauseAfterMs = isGone ? 0 : webhookBounds.failing.value;
    const reason = fault.message;
    const isPaused = await this.states.failed(hook.id, { reason, waitMs, pauseAfterMs });
    const facts = { webhook: hook.id, reason };
    if (!isPaused) return log.info(facts, 'webhook not delivered');
    log.warn(facts, isGone ? 'webhook paused, as it is gone' : 'webhook paused after a day');
    const [owner] = await store.accountsById([hook.addedBy]);
    if (owner) await mail.send(letterOf(owner.email, hook, fault));
  }
}

const isBegun = ({ begun }: Hook, state: HookState | undefined): state is HookState =>
  state !== undefined && state.begun >= begun;

/** Whether it has been told of everything up to the head, or is told of nothing more. */
function isDone(hook: Hook, states: ReadonlyMap<string, HookState>, head: number): boolean {
  const state = states.get(hook.id);
  return isBegun(hook, state) && (state.pausedAt !== null || state.cursor >= head);
}

function isDue({ cursor, pausedAt, nextTryAt }: HookState, head: number): boolean {
  if (pausedAt !== null || cursor >= head) return false;
  if (nextTryAt === null) return true;
  // Further ahead than a pause, by whatever two clocks may differ, lies only what was set while one was wrong.
  const waitMs = Date.parse(nextTryAt) - Date.now();
  return waitMs <= 0 || waitMs > 2 * webhookBounds.pause.value;
}

const whyPaused = (host: string, fault: Error): string =>
  fault instanceof WebhookGone
    ? `${host} says that this webhook is gone (410).`
    : `For a day nothing could be delivered to ${host}. The last answer: ${fault.message}.`;

const letterOf = (to: string, { url }: Hook, fault: Error) => ({
  to,
  subject: 'A webhook of FEUSA is paused',
  text: `${whyPaused(new URL(url).host, fault)}
Nothing is lost: remove the webhook and undo that, and it goes on where it stopped.\n`,
});
