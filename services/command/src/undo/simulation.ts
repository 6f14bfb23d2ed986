import type { EventStore, Held } from '@feusa/event-log/store/port';
import {
  idOf,
  nounOf,
  type DomainEvent,
  type Noun,
  type StoredEvent,
} from '@feusa/contracts/events';
import type { OnConflict } from '@feusa/contracts/on-conflict';
import type { Command } from '@feusa/domain/decider';
import { NOTHING, thingAfter, type Thing } from '@feusa/domain/things';
import type { Way } from '@feusa/domain/undo';
import { isUnlimited } from '../access/require-access.js';
import { allowedNaming } from '../decide-batch.js';
import type { Actor, AnyFeature, Features } from '../feature.js';
import { WriteModel } from '../write-model.js';

/** Streams that are read together; others have their turn in between. */
const AT_ONCE = 500;

/** What has no place, and is shown to auditors and administrators only. */
const FOR_AUDITORS: ReadonlySet<Noun> = new Set(['group', 'user', 'webhook']);

interface Sender {
  readonly by: Actor;
  /** Without it equal names are no conflict. */
  readonly onConflict: OnConflict | undefined;
}

interface Parts {
  readonly store: EventStore;
  readonly byNoun: ReadonlyMap<Noun, AnyFeature>;
  readonly model: WriteModel;
  readonly histories: ReadonlyMap<string, StoredEvent[]>;
  /** What lies in folders: the position of the newest event of each stream. */
  readonly holding: ReadonlyMap<string, Map<string, number>>;
}

/** What compensating commands would come to, one after the other, without anything being done. */
export class Simulation {
  private constructor(private readonly parts: Parts) {}

  /** On the streams of these events as they are now; `withNames` where names that are taken matter. */
  static async open(
    store: EventStore,
    features: Features,
    events: readonly StoredEvent[],
    { withNames, by }: { readonly withNames: boolean; readonly by: Actor },
  ): Promise<Simulation> {
    const streams = [...new Set(events.map(({ stream }) => stream))];
    const histories = new Map<string, StoredEvent[]>(streams.map((stream) => [stream, []]));
    for (let at = 0; at < streams.length; at += AT_ONCE) {
      const events = await store.readStreams(streams.slice(at, at + AT_ONCE));
      for (const event of events) histories.get(event.stream)?.push(event);
    }
    const model = new WriteModel(store);
    const folders = streams.filter((stream) => nounOf(stream) === 'folder').map(idOf);
    const places = placesOf(histories);
    await model.loadFolders([...folders, ...places]);
    if (withNames) await model.loadAllNames(places);
    if (!isUnlimited(by)) {
      await model.loadAccess([...folders, ...places]);
      if (folders.length > 0) await model.loadRestricted();
      if (withNames) await model.loadNamedFolders(places);
    }
    if (streams.some((stream) => nounOf(stream) === 'employee')) await model.loadDirectory();
    const holding = holdingOf(folders, await store.heldIn(folders));
    const byNoun = new Map([...features.values()].map((feature) => [feature.noun, feature]));
    const simulation = new Simulation({ store, byNoun, model, histories, holding });
    for (const [stream, history] of histories) {
      model.know(stream, simulation.featureOf(stream), history);
    }
    return simulation;
  }

  /** Whether somebody may know of a thing, and read where it lies. */
  isSeen(stream: string, by: Actor): boolean {
    if (isUnlimited(by)) return true;
    if (FOR_AUDITORS.has(nounOf(stream)) && by.role === 'basic') return false;
    const { place } = this.thing(stream).fields;
    const own = nounOf(stream) === 'folder' ? idOf(stream) : place;
    return own === undefined || this.reads(own, by);
  }

  /** Whether somebody may read a folder that any of this ever lay in. */
  reads(folder: string | null, by: Actor): boolean {
    return isUnlimited(by) || this.parts.model.sightOf(by).accessTo(folder).reads;
  }

  history(stream: string): readonly StoredEvent[] {
    return this.parts.histories.get(stream) ?? [];
  }

  thing(stream: string): Thing {
    return this.history(stream).reduce(thingAfter, NOTHING);
  }

  version(stream: string): number {
    return this.history(stream).at(-1)?.version ?? 0;
  }

  /** Positions of the newest events of what lies in a folder. */
  held(stream: string): readonly number[] {
    return [...(this.parts.holding.get(idOf(stream))?.values() ?? [])];
  }

  /** What the rules make of a command now, undefined where that is nothing. @throws Refusal */
  async decide(
    stream: string,
    way: Way,
    { by, onConflict }: Sender,
  ): Promise<DomainEvent | undefined> {
    const { command } = way;
    const { model, store } = this.parts;
    const feature = this.featureOf(stream);
    const id = idOf(stream);
    const { version, state } = model.stream(stream, feature);
    const exact = feature.exact?.names.includes(command.name)
      ? await feature.exact.read(command, id, store, by)
      : undefined;
    const prepared =
      way.prepared === undefined ? await preparedFor(feature, id, command) : way.prepared;
    // As it is carried out: of people there may be two of one name.
    const asks = feature.noun === 'employee' ? undefined : onConflict;
    const asked = { feature, command, id, state, by, onConflict: asks, source: exact };
    const naming = allowedNaming(asked, model);
    const context = feature.context(
      { id, version, folders: model.folders, by, naming, directory: model.directory },
      prepared,
      exact,
    );
    return feature.decider.decide(command, state, context);
  }

  /** Goes on as if the command had been accepted with this event. */
  take(undone: StoredEvent, happened: DomainEvent, by: Actor): void {
    const { stream, id } = undone;
    const place = this.thing(stream).fields['place'];
    const version = this.version(stream) + 1;
    this.parts.model.apply(stream, this.featureOf(stream), happened, by.id);
    const imagined = {
      ...undone,
      ...happened,
      position: 0,
      id: `undo of ${id}`,
      version,
      undoes: id,
    };
    this.parts.histories.get(stream)?.push(imagined as StoredEvent);
    if (place) this.parts.holding.get(place)?.delete(stream);
    const { removed, fields } = this.thing(stream);
    if (fields['place'] && !removed)
      this.parts.holding.get(fields['place'])?.set(stream, undone.position);
  }

  private featureOf(stream: string): AnyFeature {
    const feature = this.parts.byNoun.get(nounOf(stream));
    if (!feature) throw new Error(`no feature decides on ${stream}`);
    return feature;
  }
}

/** No compensating command has anything to prepare that costs or leaves something. */
const preparedFor = async (feature: AnyFeature, id: string, command: Command): Promise<unknown> =>
  feature.prepare?.(command, id, { id: '' });

/** Every folder that these things ever lay in; null is the top. */
function placesOf(histories: ReadonlyMap<string, readonly StoredEvent[]>): (string | null)[] {
  const places = new Set<string | null>();
  for (const history of histories.values()) {
    let thing = NOTHING;
    for (const event of history) {
      thing = thingAfter(thing, event);
      const { place } = thing.fields;
      if (place !== undefined) places.add(place);
    }
  }
  return [...places];
}

function holdingOf(folders: readonly string[], all: readonly Held[]) {
  const holding = new Map(folders.map((id) => [id, new Map<string, number>()]));
  for (const { folder, stream, position } of all) holding.get(folder)?.set(stream, position);
  return holding;
}
