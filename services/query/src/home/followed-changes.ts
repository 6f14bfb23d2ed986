import { personalBounds } from '@feusa/contracts/bounds';
import type { HomeNews } from '@feusa/contracts/home';
import type { SessionUser } from '@feusa/contracts/users';
import type { PersonalItem } from '@feusa/identity/personal/port';
import type { FindProjection } from '../find/find-projection.js';
import type { DocRow } from '../read-model/rows.js';
import type { Things } from './things.js';

type Times = ReadonlyMap<number, string>;

/** What others have added or changed in folders that a person follows, since the person looked there. */
export class FollowedChanges {
  constructor(
    private readonly projection: FindProjection,
    private readonly things: Things,
  ) {}

  /** The newest first. */
  async of(by: SessionUser, items: readonly PersonalItem[]): Promise<HomeNews[]> {
    const follows = items.filter(({ followedAt }) => followedAt !== null);
    if (follows.length === 0) return [];
    const times = await this.timesOf(items);
    const from = follows.map(({ followedFrom }) => timeOf(times, followedFrom)).toSorted();
    const rows = await this.changedSince(from[0]!, by);
    const actorOf = await this.projection.model.actors.known(
      rows.map(({ changedBy }) => changedBy),
    );
    const seen = new Seen(items, times);
    const look = await this.things.lookOf(by);
    const news = rows.flatMap((row) =>
      this.things
        .doc(row, look)
        .filter(({ path }) =>
          seen.isNews(
            row,
            path.map(({ id }) => id),
          ),
        )
        .map((thing) => ({
          ...thing,
          at: row.changedAt,
          by: actorOf(row.changedBy),
          isNew: row.changedAt === row.addedAt,
        })),
    );
    return news.slice(0, personalBounds.news.value);
  }

  private changedSince(time: string, by: SessionUser): Promise<DocRow[]> {
    return this.projection.model.database.where(
      'docs',
      `changed_at > $1 and changed_by <> $2 and removed_at is null
       order by changed_at desc, id limit ${personalBounds.weighed.value}`,
      [time, by.id],
    );
  }

  /** When the events at these positions happened: the clock of the log, and no other, says what is later. */
  private async timesOf(items: readonly PersonalItem[]): Promise<Times> {
    const positions = items.flatMap(({ seen, followedFrom }) => [seen ?? 0, followedFrom ?? 0]);
    const events = await this.projection.model.store.readAt([...new Set(positions)]);
    return new Map(events.map(({ position, at }) => [position, at]));
  }
}

const timeOf = (times: Times, position: number | null): string => times.get(position ?? 0) ?? '';

/** What of folders and files a person has seen. */
class Seen {
  private readonly seen: ReadonlyMap<string, string>;
  private readonly followed: ReadonlyMap<string, string>;

  constructor(items: readonly PersonalItem[], times: Times) {
    const opened = items.filter(({ seen }) => seen !== null);
    this.seen = new Map(opened.map(({ id, seen }) => [id, timeOf(times, seen)]));
    const follows = items.filter(({ followedAt }) => followedAt !== null);
    this.followed = new Map(
      follows.map(({ id, followedFrom }) => [id, timeOf(times, followedFrom)]),
    );
  }

  /** Later than its folder was followed, and than it, or the folder that it lies in, was opened last. */
  isNews({ id, changedAt, folderId }: DocRow, path: readonly string[]): boolean {
    const from = path.flatMap((each) => this.followed.get(each) ?? []).toSorted()[0];
    if (from === undefined) return false;
    return [from, this.seen.get(id), this.seen.get(folderId)].every(
      (time) => changedAt > (time ?? ''),
    );
  }
}
