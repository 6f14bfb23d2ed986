import { createHash } from 'node:crypto';
import { keyOf, phonesOf, wordsOf } from '../person-words.js';
import type { Holding, PersonDocument, Removal } from '../port.js';

/** The most people whom the pages of one search reach. */
export const WINDOW = 100_000;

const words = { type: 'text', analyzer: 'word', norms: false, index_options: 'docs' };
/** Few words have a longer start in common: those are found without a list of their own. */
const prefixes = { index_prefixes: { min_chars: 1, max_chars: 4 } };
const searched = {
  ...{ ...words, ...prefixes, copy_to: 'all' },
  fields: { near: { ...words, analyzer: 'near' }, far: { ...words, analyzer: 'far' } },
};

/** Writes show in searches so much later. */
export const REFRESH_INTERVAL = '1s';

/** An index as it is made. Words are folded before, where the standalone profile folds them too. */
export const INDEX = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    refresh_interval: REFRESH_INTERVAL,
    max_result_window: WINDOW,
    // Removals are documents, so a deleted document need not be remembered by the engine as well.
    gc_deletes: '0s',
    analysis: {
      tokenizer: { runs: { type: 'ngram', min_gram: 3, max_gram: 3, token_chars: ['digit'] } },
      filter: {
        letters: { type: 'pattern_replace', pattern: '^.*[^\\p{L}].*$', replacement: '' },
        from_4: { type: 'length', min: 4 },
        from_8: { type: 'length', min: 8 },
      },
      analyzer: {
        word: { type: 'custom', tokenizer: 'keyword' },
        /** Words that one typing error is forgiven in, and two. */
        near: { type: 'custom', tokenizer: 'keyword', filter: ['letters', 'from_4'] },
        far: { type: 'custom', tokenizer: 'keyword', filter: ['letters', 'from_8'] },
        phone: { type: 'custom', tokenizer: 'runs' },
      },
    },
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      id: { type: 'keyword' },
      version: { type: 'long', index: false },
      seal: { type: 'long', index: false },
      removedAt: { type: 'date' },
      names: searched,
      others: searched,
      mails: { ...words, ...prefixes, copy_to: 'all' },
      all: words,
      phones: { type: 'text', analyzer: 'phone', norms: false },
      key: { type: 'keyword', index: false },
    },
  },
};

/** A document as it is sent. A removal has nothing to be found by. */
export type Source = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
};

/** A number of 32 bits; the event store takes the same one of each stream. */
const sealOf = (id: string, version: number): number =>
  createHash('sha256').update(`${id}:${version}`).digest().readUInt32BE(0);

const headOf = ({ id, version }: Source) => ({ id, version, seal: sealOf(id, version) });

/** What was made of a person for one purpose serves others. */
const made = new WeakMap<PersonDocument, Source>();

export function sourceOf(person: PersonDocument): Source {
  const source = made.get(person) ?? makeSource(person);
  made.set(person, source);
  return source;
}

function makeSource(person: PersonDocument): Source {
  const { names, others, mails } = wordsOf(person);
  return {
    ...headOf({ id: person.id, version: person.version }),
    names: [...names],
    others: [...others],
    mails: [...mails],
    phones: phonesOf(person).trim().split(' '),
    key: keyOf(person),
  };
}

export const removalOf = ({ id, version, at }: Removal): Source => ({
  ...headOf({ id, version }),
  removedAt: at ?? new Date().toISOString(),
});

export const holdingOf = (source: Source): Holding => ({
  id: source.id,
  version: source.version,
  digest: createHash('sha256').update(JSON.stringify(source)).digest('base64'),
});
