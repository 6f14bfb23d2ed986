import { findBounds } from '@feusa/contracts/find-bounds';
import {
  entryKinds,
  type Candidate,
  type Candidates,
  type EntryKind,
  type FindQuery,
} from './port.js';
import { SHORT } from './words.js';

type Clause = Readonly<Record<string, unknown>>;

interface Hit {
  readonly _score: number;
  readonly _source: Omit<Candidate, 'byName' | 'rank'>;
}
export interface EngineResponse {
  readonly hits: { readonly hits: readonly Hit[] };
  readonly aggregations?: {
    readonly kinds: {
      readonly buckets: readonly { readonly key: EntryKind; readonly doc_count: number }[];
    };
  };
}

const anyOf = (should: readonly Clause[]): Clause => ({
  bool: { should, minimum_should_match: 1 },
});
const inName = (word: string): Clause => ({ prefix: { names: word } });
/** Documents that have the very word come before those that have a longer one. */
const inText = (word: string): Clause =>
  word.length < SHORT
    ? anyOf([inName(word), { term: { words: word } }])
    : anyOf([{ prefix: { words: word } }, { term: { words: word } }]);

const anySet = ({ sets }: FindQuery, clause: (word: string) => Clause): Clause =>
  anyOf(sets.map((words) => ({ bool: { must: words.map(clause) } })));

/** What may be shown at all, and is wanted. */
function shown({ hidden, within, from, to }: FindQuery): { filter: Clause[]; must_not: Clause[] } {
  const filter: Clause[] = [{ term: { isRemoved: false } }];
  if (within) filter.push({ terms: { folderId: within } });
  if (from ?? to) filter.push({ range: { changedAt: { gte: from, lte: to } } });
  const must_not = [{ terms: { folderId: hidden } }, { terms: { id: hidden } }];
  return { filter, must_not: hidden.length > 0 ? must_not : [] };
}

/** What has the words in its name, what else has them, and how many of each kind there are. */
export function questions(wanted: FindQuery): object[] {
  const { filter, must_not } = shown(wanted);
  const listed = [...filter, { terms: { kind: wanted.kinds } }];
  const named = anySet(wanted, inName);
  const byText = anySet(wanted, inText);
  const _source = ['id', 'kind', 'name', 'folderId', 'blob'];
  const list = { _source, track_total_hits: false };
  return [
    {
      ...{ ...list, size: findBounds.weighed.value, sort: ['_doc'], track_scores: false },
      query: { bool: { filter: [...listed, named], must_not } },
    },
    {
      ...{ ...list, size: findBounds.byText.value },
      query: { bool: { must: [byText], filter: listed, must_not: [...must_not, named] } },
    },
    {
      ...{ size: 0, track_total_hits: false },
      query: { bool: { filter: [...filter, byText], must_not } },
      aggs: { kinds: { terms: { field: 'kind', size: entryKinds.length } } },
    },
  ];
}

export function answerOf(
  [named, byText, counted]: readonly EngineResponse[],
  wanted: FindQuery,
): Candidates {
  const candidate =
    (byName: boolean) =>
    ({ _source, _score }: Hit): Candidate => {
      const { id, kind, name, folderId = null, blob = null } = _source;
      return { id, kind, name, folderId, blob, byName, rank: byName ? 1 : _score };
    };
  const all = [
    ...(named?.hits.hits ?? []).map(candidate(true)),
    ...(byText?.hits.hits ?? []).map(candidate(false)),
  ];
  const buckets = counted?.aggregations?.kinds.buckets ?? [];
  const count = new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
  const counts = Object.fromEntries(entryKinds.map((kind) => [kind, count.get(kind) ?? 0]));
  return {
    candidates: wanted.kinds.length === 0 ? [] : all,
    counts: counts as Candidates['counts'],
  };
}
