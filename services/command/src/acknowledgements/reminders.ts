import { requestedVersion } from '@feusa/contracts/acknowledgements';
import type { StoredEvent } from '@feusa/contracts/events';
import { fold } from '@feusa/domain/decider';
import { isVisible, type DocEventType } from '@feusa/domain/doc';
import { files } from '@feusa/domain/docs';
import type { ReminderKind } from '@feusa/identity/personal/reminders';
import type { Letter } from '@feusa/platform/mail/port';
import type { Ports } from '@feusa/profiles/ports';
import { Hourly } from '../hourly.js';
import { requestedAccounts, whereItWaits, writeTo } from './recipients.js';

type RequestEvent = StoredEvent<'AcknowledgementAsked'>;
type ReminderPorts = Pick<Ports, 'config' | 'store' | 'mail' | 'log' | 'reminders'>;

const DAY_MS = 24 * 3_600_000;
/** Days before the due one on which it is reminded of, and after it on which that still makes sense. */
const BEFORE = 2;
const AFTER = 14;

/**
 * Reminds by letter of documents that somebody has yet to acknowledge: once shortly before they are due and once when
 * they are overdue, from one of all processes, looking every hour. A process that ends between the two steps of it
 * leaves its letters out rather than have them written twice. Undefined where no letters can be sent.
 */
export const remindHourly = (ports: ReminderPorts): Hourly | undefined =>
  ports.config.SMTP_URL === undefined
    ? undefined
    : new Hourly(() =>
        remind(ports, Date.now()).catch((err: unknown) =>
          ports.log.warn({ err }, 'reminders of documents not written'),
        ),
      );

/** Writes what is to be written at a time, in ms. */
export async function remind(ports: ReminderPorts, now: number): Promise<void> {
  const { store, reminders } = ports;
  const { position } = await store.head();
  for (const ask of await store.readAsks(position)) {
    const kind = kindOf(ask, now);
    if (kind && (await reminders.claim(ask.position, kind))) await remindOf(ask, kind, ports);
  }
}

/** Days are those of UTC. Who was asked within the last day has had a letter. */
function kindOf({ at, data: { due } }: RequestEvent, now: number): ReminderKind | undefined {
  if (due === undefined || now - Date.parse(at) < DAY_MS) return undefined;
  const days = Math.floor(now / DAY_MS) - Date.parse(due) / DAY_MS;
  if (days > 0) return days <= AFTER ? 'overdue' : undefined;
  return days >= -BEFORE ? 'before' : undefined;
}

async function remindOf(
  ask: RequestEvent,
  kind: ReminderKind,
  ports: ReminderPorts,
): Promise<void> {
  const { store, config } = ports;
  const { stream, data } = ask;
  const events = await store.readStreams([stream]);
  const { state: file } = fold(files, events as StoredEvent<DocEventType>[]);
  if (!file) return;
  const chain = await store.folderChains([file.folderId]);
  if (!isVisible(file, (folder) => chain.get(folder))) return;
  const wanted = requestedVersion(data, file.versions.length);
  const done = new Set(
    events.flatMap((each) =>
      each.type === 'FileAcknowledged' && each.data.fileVersion === wanted ? [each.actor] : [],
    ),
  );
  const asked = await requestedAccounts(store, { from: data.from, folderId: file.folderId });
  const letter = (email: string) => letterTo(email, kind, data.due, config.FEUSA_PUBLIC_URL);
  await writeTo(
    asked.filter(({ id }) => !done.has(id)),
    letter,
    ports,
  );
}

const letterTo = (
  to: string,
  kind: ReminderKind,
  due: string | undefined,
  origin: string | undefined,
): Letter => ({
  to,
  subject:
    kind === 'before'
      ? 'A document still waits for you on the FEUSA intranet'
      : 'A document on the FEUSA intranet is overdue',
  text: `You are asked to read a document on the FEUSA intranet and to acknowledge it. It ${kind === 'before' ? 'is' : 'was'} due by ${due}.
${whereItWaits(origin)}`,
});
