import { Time } from '@feusa/contracts/time';
import { findBounds } from '@feusa/contracts/find-bounds';
import { FindKind, type FindPage } from '@feusa/contracts/find';
import { refuse } from '@feusa/contracts/refusals';
import { limitOf } from '@feusa/contracts/query-params';
import { Id } from '@feusa/contracts/text';
import { INDEXED, type Reached } from '@feusa/event-log/subscription/progress';
import { entryKinds, type DocumentIndex, type FindQuery } from '@feusa/search/find/port';
import { wordsOf } from '@feusa/search/find/words';
import { SEARCH_INDEX, type SearchIndex } from '@feusa/search/port';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { cursorOf, cursorTo } from '../query-params.js';
import type { ReadModel } from '../read-model/read-model.js';
import { SearchQuery } from '../search/search-employees.js';
import type { FolderTree } from './folder-tree.js';
import { FindProjection } from './find-projection.js';
import { EmployeeFinder } from './employees.js';
import { byRank, isAfter, rankedDoc, RankKey, rankKeyOf, type Ranked } from './ranking.js';
import { shownHits } from './shown-hits.js';

const MOST = findBounds.hits.value;
/** Unless asked for. */
const LIMIT = MOST / 5;
/** Of more words than that there are too many choices. */
const COMBINED = 6;

export const FindParams = SearchQuery.omit({ page: true })
  .extend({
    kind: FindKind.optional(),
    in: Id.optional(),
    from: Time.optional(),
    to: Time.optional(),
    limit: limitOf(MOST).default(LIMIT),
    cursor: cursorTo(RankKey).optional(),
  })
  .strict();
export type FindParams = z.output<typeof FindParams>;

type FindScope = Omit<FindQuery, 'sets' | 'kinds'>;

interface Found {
  readonly ranked: readonly Ranked[];
  readonly counts: FindPage['counts'];
}

const total = ({ counts }: Found) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Folders, files, links and people by their names, and files by their texts. */
export class FindThings extends Query<FindPage> {
  constructor(
    readonly params: FindParams,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(FindThings)
export class FindThingsHandler implements IQueryHandler<FindThings> {
  private readonly people: EmployeeFinder;

  private readonly index: DocumentIndex;
  private readonly model: ReadModel;

  constructor(
    @Inject(FindProjection) private readonly projection: FindProjection,
    @Inject(SEARCH_INDEX) people: SearchIndex,
    @Inject(INDEXED) private readonly indexed: Reached,
  ) {
    this.index = projection.index;
    this.model = projection.model;
    this.people = new EmployeeFinder(people, this.model.directory);
  }

  async execute({ params, by }: FindThings): Promise<FindPage> {
    await this.model.progress.reached(params.after);
    await this.projection.progress.reached(params.after ?? 0);
    await this.indexed.reached(params.after ?? 0);
    const words = [...new Set(wordsOf(params.q))].slice(0, findBounds.words.value);
    const start = params.cursor === undefined ? () => true : isAfter(params.cursor);
    const folders = await this.projection.folders();
    const place = this.placeOf(params, by, folders);
    const found = await this.best(words, params, place);
    const rest = found.ranked.filter(start).toSorted(byRank);
    const page = rest.slice(0, params.limit);
    const last = page.at(-1);
    const { index, model } = this;
    const from = { index, folders, database: model.database, sight: model.access.sightOf(by) };
    return {
      hits: await shownHits(from, page, words),
      next: last && rest.length > page.length ? cursorOf(rankKeyOf(last)) : null,
      counts: found.counts,
    };
  }

  private placeOf(
    { in: folder, from, to, after }: FindParams,
    by: SessionUser,
    folders: FolderTree,
  ): FindScope {
    const sight = this.model.access.sightOf(by);
    const hidden = sight.isWhole ? folders.hidden() : [...folders.hidden(), ...sight.unread()];
    const place = { hidden, from, to, isStrong: after !== undefined };
    if (folder === undefined) return place;
    if (!folders.path(folder) || !sight.reads(folder)) refuse('folder/not-found');
    return { ...place, within: folders.below([folder]) };
  }

  /** What has all words; where nothing has, what has the most of them. */
  private async best(words: readonly string[], params: FindParams, place: FindScope) {
    const nothing = { ranked: [], counts: { folder: 0, file: 0, link: 0, person: 0 } };
    if (words.length === 0) return nothing;
    const find = (sets: readonly (readonly string[])[]) => this.find(sets, params, place);
    const whole = await find([words]);
    if (total(whole) > 0 || words.length === 1) return whole;
    const ofOne = (word: string) => this.find([[word]], params, { ...place, isWhether: true });
    const each = await Promise.all(words.map(ofOne));
    const known = words.filter((_, at) => total(each[at]!) > 0).slice(0, COMBINED);
    for (let size = Math.min(known.length, words.length - 1); size > 0; size--) {
      const found = await find(setsOf(known, size));
      if (total(found) > 0) return found;
    }
    return nothing;
  }

  private async find(
    sets: readonly (readonly string[])[],
    { kind }: FindParams,
    place: FindScope,
  ): Promise<Found> {
    const kinds = place.isWhether
      ? []
      : entryKinds.filter((each) => kind === undefined || each === kind);
    // People lie in no folder.
    const [docs, people] = await Promise.all([
      this.index.find({ sets, kinds, ...place }),
      place.within ? { people: [], total: 0 } : this.people.findAny(sets, place),
    ]);
    const [words = []] = sets;
    const ranked = docs.candidates.map((each) => rankedDoc(each, words));
    const wanted = kind === undefined || kind === 'person' ? people.people : [];
    const { folder, file, link } = docs.counts;
    const upTo = (count: number) => Math.min(count, findBounds.counted.value);
    const counts = { folder: upTo(folder), file: upTo(file), link: upTo(link) };
    return {
      ranked: [...ranked, ...wanted],
      counts: { ...counts, person: upTo(people.total) },
    };
  }
}

/** Every choice of so many of the words. */
function setsOf(words: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return words.flatMap((word, at) =>
    setsOf(words.slice(at + 1), size - 1).map((others) => [word, ...others]),
  );
}
