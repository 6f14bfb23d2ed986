import { personalBounds } from '@feusa/contracts/bounds';
import type { Home, HomeItem } from '@feusa/contracts/home';
import type { SessionUser } from '@feusa/contracts/users';
import {
  PERSONAL_ITEMS,
  type PersonalItem,
  type PersonalItems,
} from '@feusa/identity/personal/port';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FindProjection } from '../find/find-projection.js';
import { FollowedChanges } from './followed-changes.js';
import { Things, type Thing } from './things.js';

/** What a person has opened last, starred and follows, and the news in that. */
export class ShowHome extends Query<Home> {
  constructor(
    readonly after: number | undefined,
    readonly by: SessionUser,
  ) {
    super();
  }
}

type When = 'openedAt' | 'starredAt' | 'followedAt';

@QueryHandler(ShowHome)
export class ShowHomeHandler implements IQueryHandler<ShowHome> {
  private readonly things: Things;
  private readonly news: FollowedChanges;

  constructor(
    @Inject(FindProjection) private readonly projection: FindProjection,
    @Inject(PERSONAL_ITEMS) private readonly personal: PersonalItems,
  ) {
    this.things = new Things(projection);
    this.news = new FollowedChanges(projection, this.things);
  }

  async execute({ after, by }: ShowHome): Promise<Home> {
    const { model, progress } = this.projection;
    await model.progress.reached(after);
    await progress.reached(after ?? 0);
    const { position } = model.progress;
    const items = await this.personal.of(by.id);
    const wanted = [
      ...newest(items, 'openedAt'),
      ...items.filter(({ starredAt, followedAt }) => starredAt ?? followedAt),
    ];
    const [things, news] = await Promise.all([
      this.things.find(wanted, by),
      this.news.of(by, items),
    ]);
    return {
      opened: listOf(items, 'openedAt', things).slice(0, personalBounds.shown.value),
      stars: listOf(items, 'starredAt', things),
      follows: listOf(items, 'followedAt', things),
      news,
      position: String(position),
    };
  }
}

/** Of those opened last some may be gone by now. */
const ENOUGH = 5 * personalBounds.shown.value;

const newest = (items: readonly PersonalItem[], when: When) => sorted(items, when).slice(0, ENOUGH);

const sorted = (items: readonly PersonalItem[], when: When) =>
  items
    .filter((item) => item[when] !== null)
    .toSorted((a, b) => (a[when]! < b[when]! ? 1 : a[when]! > b[when]! ? -1 : 0));

const listOf = (
  items: readonly PersonalItem[],
  when: When,
  things: ReadonlyMap<string, Thing>,
): HomeItem[] =>
  sorted(items, when).flatMap((item) => {
    const thing = things.get(item.id);
    return thing ? [{ ...thing, at: item[when]! }] : [];
  });
