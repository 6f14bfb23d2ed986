import { erasingEvents } from '@feusa/contracts/erasing-events';
import { personalFields, type StoredEvent } from '@feusa/contracts/events';
import { unreadable, upcast, upcastLater, type RawEvent } from '@feusa/domain/upcast';
import type { NewKey, SubjectKey, SubjectKeys } from '@feusa/privacy/subject-keys/port';
import { canonical } from './canonical.js';
import type { NewEvent, StoredForms } from './port.js';
import { rememberForm, storedForm } from './stored-form.js';

type Data = Readonly<Record<string, unknown>>;
type About = Pick<RawEvent, 'id' | 'type'>;

/** What the ciphertext belongs to: moved to another event it does not open. */
const aboutOf = ({ id, type }: About) => `${id} ${type}`;

/** The keys of a batch, those among them that are new, and whose the database has not been asked for. */
export interface BatchKeys {
  readonly keys: ReadonlyMap<string, SubjectKey>;
  readonly made: ReadonlyMap<string, NewKey>;
  readonly remembered: readonly string[];
}

export const NO_KEYS: BatchKeys = { keys: new Map(), made: new Map(), remembered: [] };

/** A stream has lost its key for ever: whoever decided to go on with it did not know that yet. */
export class ErasedSubject extends Error {}

/** The keys that these events are encrypted with. @throws ErasedSubject */
export async function keysFor(
  events: readonly NewEvent[],
  subjectKeys: SubjectKeys,
): Promise<BatchKeys> {
  const personal = events.filter(({ type }) => personalFields.has(type));
  if (personal.length === 0) return NO_KEYS;
  const begun = new Set(personal.filter(({ version }) => version === 1).map(streamOf));
  const older = [...new Set(personal.map(streamOf))].filter((stream) => !begun.has(stream));
  const keys = new Map<string, SubjectKey>();
  for (const stream of older) {
    const key = subjectKeys.remembered(stream);
    if (key) keys.set(stream, key);
  }
  const remembered = [...keys.keys()];
  const unknown = older.filter((stream) => !keys.has(stream));
  const found = unknown.length > 0 ? await subjectKeys.find(unknown) : NO_KEYS.keys;
  for (const [stream, key] of found) keys.set(stream, key);
  const missing = unknown.filter((stream) => !found.has(stream));
  const [erased] = missing.length > 0 ? await subjectKeys.erasedOf(missing) : [];
  if (erased !== undefined) throw new ErasedSubject(`${erased} was erased`);
  const made = new Map([...begun, ...missing].map((stream) => [stream, subjectKeys.make(stream)]));
  for (const [stream, { key }] of made) keys.set(stream, key);
  return { keys, made, remembered };
}

const streamOf = ({ stream }: { readonly stream: string }) => stream;

/** The data as the log keeps it: `{…plain fields, sealed}`, or as it is where nothing is personal. */
export function encryptData({ id, type, data, stream }: NewEvent, { keys }: BatchKeys): Data {
  const fields = personalFields.get(type);
  if (!fields) return data;
  const [plain, hidden] = [{}, {}] as [Record<string, unknown>, Record<string, unknown>];
  for (const [name, value] of Object.entries(data)) (name in fields ? hidden : plain)[name] = value;
  return { ...plain, sealed: keys.get(stream)!.encrypt(canonical(hidden), aboutOf({ id, type })) };
}

const ciphertextIn = ({ type, data }: RawEvent): string | undefined =>
  personalFields.has(type) ? (data as { sealed?: string } | null)?.sealed : undefined;

function decryptData(raw: RawEvent, ciphertext: string, key: SubjectKey | undefined): Data {
  const plain: Record<string, unknown> = { ...(raw.data as Data) };
  delete plain['sealed'];
  if (!key) return { ...plain, ...erasedFields(raw.type) };
  return { ...plain, ...(JSON.parse(key.decrypt(ciphertext, aboutOf(raw))) as Data) };
}

const erasedFields = (type: string): Data =>
  Object.fromEntries(
    Object.entries(personalFields.get(type) ?? {}).filter(([, value]) => value !== undefined),
  );

type Keys = ReadonlyMap<string, SubjectKey>;

interface FormsWithKeys extends StoredForms {
  /** `asked`: keys that were asked for while the events were read. */
  decrypt(stored: readonly RawEvent[], asked?: Promise<Keys>): Promise<StoredEvent[]>;
}

/** Both forms of events, with these keys. */
export function storedFormsWith(subjectKeys: SubjectKeys): FormsWithKeys {
  const keysOf = async (stored: readonly RawEvent[], asked?: Promise<Keys>) => {
    const subjects = new Set<string>();
    for (const raw of stored) {
      if (erasingEvents.has(raw.type)) subjectKeys.forget([raw.stream]);
      if (ciphertextIn(raw) !== undefined) subjects.add(raw.stream);
    }
    if (subjects.size === 0) return NO_KEYS.keys;
    const keys = await asked;
    // A key that was there a moment before somebody was erased is not to be read with.
    const isErased = stored.some(({ type }) => erasingEvents.has(type));
    const isEnough = keys && !isErased && [...subjects].every((subject) => keys.has(subject));
    return isEnough ? keys : subjectKeys.find([...subjects]);
  };
  return {
    storedForm,
    async decrypt(stored, asked) {
      const keys = await keysOf(stored, asked);
      return stored.map((raw) => opened(raw, keys, upcast));
    },
    async decryptLater(stored) {
      const keys = await keysOf(stored);
      return stored.map((raw) => {
        const form = { ...raw };
        try {
          return opened(raw, keys, upcastLater);
        } catch (fault) {
          const event = unreadable(form, fault);
          rememberForm(event, form);
          return event;
        }
      });
    },
  };
}

function opened(raw: RawEvent, keys: Keys, upcastTo: typeof upcast): StoredEvent {
  const form = personalFields.has(raw.type) ? { ...raw } : raw;
  const ciphertext = ciphertextIn(raw);
  if (ciphertext !== undefined) {
    const data = decryptData(raw, ciphertext, keys.get(raw.stream));
    (raw as { data: unknown }).data = data;
  }
  const event = upcastTo(raw);
  if (event !== form) rememberForm(event, form);
  return event;
}
