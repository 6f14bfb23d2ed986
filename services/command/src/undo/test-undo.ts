import type { EventStore } from '@feusa/event-log/store/port';
import { requestAfter, type AcknowledgementRequest } from '@feusa/contracts/acknowledgements';
import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import type { OnConflict, UndoAnswer, UndoPreview } from '@feusa/contracts/undo';
import { Refusal } from '@feusa/contracts/refusals';
import type { Role, SessionUser } from '@feusa/contracts/users';
import type { CommandAnswer, CommandInput, CommandName } from '@feusa/contracts/commands';
import { nounOf } from '@feusa/contracts/events';
import { NOTHING, thingAfter, type Thing } from '@feusa/domain/things';
import type { CommandBus } from '@nestjs/cqrs';
import type { Change } from '../bus/write-side.js';
import { openTestLog } from '@feusa/testing/log';
import { ANN, openBus, testFeatures } from '../test-bus.js';
import type { UndoSelection } from './find.js';
import { Undos } from './undo.js';

export const person = (id: string, role: Role = 'admin'): SessionUser => ({
  id,
  role,
  email: `${id}@feusa.example`,
});
export const ADMIN = person(ANN.id);

/** Undoing as the controller does it. */
export function undoing(store: EventStore, bus: CommandBus) {
  const undos = new Undos({ store, features: testFeatures, bus });
  return {
    async undo(
      wanted: UndoSelection,
      { by = ADMIN, onConflict = 'stop', ...more }: Partial<Options> = {},
    ): Promise<UndoAnswer> {
      const { plan, key, onNameTaken } = more;
      const order = { ...wanted, onConflict, plan, onNameTaken };
      const asked = {
        by,
        isProgram: false,
        isSteppedUp: async () => true,
        ...(key && { key: { key, bodyHash: JSON.stringify(wanted) } }),
      };
      return (await undos.start(order, asked)).work(() => undefined);
    },
    stop: (key: string, by = ADMIN): Promise<void> =>
      undos.stop({ by, key: { key, bodyHash: '' } }),
    preview: (wanted: UndoSelection, by = ADMIN, page = {}): Promise<UndoPreview> =>
      undos.preview({ ...wanted, limit: 100, ...page }, by),
  };
}

/** A log of its own, the write side on it, and its undo. */
export async function openTestUndo() {
  const log = await openTestLog();
  const { store } = log;
  const bus = await openBus(store);
  return { log, store, bus, ...undoing(store, bus) };
}

interface Options {
  readonly by: SessionUser;
  readonly onConflict: OnConflict;
  readonly onNameTaken: OnNameTaken;
  readonly plan: string;
  readonly key: string;
}

/** Everything that can be seen, by stream: what is not removed, with its fields. */
export async function seen(store: EventStore): Promise<Record<string, Thing['fields']>> {
  const things = new Map<string, Thing>();
  const askings = new Map<string, AcknowledgementRequest | undefined>();
  for (const event of await store.read(0, 100_000)) {
    things.set(event.stream, thingAfter(things.get(event.stream) ?? NOTHING, event));
    askings.set(event.stream, requestAfter(askings.get(event.stream), event));
  }
  const folders = (place: string | null): boolean => {
    if (place === null) return true;
    const thing = things.get(`folder-${place}`);
    return thing !== undefined && !thing.removed && folders(thing.fields['place'] ?? null);
  };
  const visible = [...things].filter(
    ([stream, { removed, fields }]) =>
      !removed &&
      (!['folder', 'file', 'link'].includes(nounOf(stream)) || folders(fields['place'] ?? null)),
  );
  const asked = (stream: string) => {
    const asking = askings.get(stream);
    return asking && { asking: JSON.stringify(asking) };
  };
  return Object.fromEntries(
    visible.map(([stream, { fields }]) => [stream, { ...fields, ...asked(stream) }]),
  );
}

/** Loses the connection to the database after some commands. */
export class Breaking {
  constructor(
    private readonly whole: CommandBus,
    private left: number,
  ) {}

  execute(change: Change): Promise<CommandAnswer> {
    return this.left-- > 0 ? this.whole.execute(change) : Promise.reject(new Error('broken'));
  }
}

/** What work is refused with. @throws where it is not */
export const no = async (work: Promise<unknown>) => {
  const fault = await work.catch((each: unknown) => each);
  if (fault instanceof Refusal) return fault.code;
  throw new Error(`not refused: ${JSON.stringify(fault)}`);
};

type SendCommand = <N extends CommandName>(
  name: N,
  body: CommandInput<N>,
) => Promise<CommandAnswer>;

/** Commands of webhooks that can be undone. */
export function webhookDoings(send: SendCommand) {
  const add = () => send('add-webhook', { url: 'https://shop.example/hook', types: ['FileAdded'] });
  const remove = async () => {
    const { id } = await add();
    return () => send('remove-webhook', { id });
  };
  return {
    'add-webhook': async () => add,
    'remove-webhook': remove,
    'restore-webhook': async () => {
      const { id } = await (await remove())();
      return () => send('restore-webhook', { id });
    },
  };
}
