import { REFRESH_INTERVAL, type Source } from '../opensearch/documents.js';

import type { Copied } from './copied.js';
import { wordsOf } from './words.js';
import { textBounds } from '@feusa/contracts/find-bounds';

const words = { type: 'text', analyzer: 'folded', norms: true };
const keyword = { type: 'keyword' };

/** Words come folded, with single spaces between them. */
export const DOCUMENT_INDEX = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    refresh_interval: REFRESH_INTERVAL,
    // What is removed stays as a document, so a deleted one need not be remembered by the engine as well.
    gc_deletes: '0s',
    analysis: { analyzer: { folded: { type: 'custom', tokenizer: 'whitespace' } } },
  },
  mappings: {
    dynamic: 'strict',
    // The text is in PostgreSQL, from where excerpts are taken.
    _source: { excludes: ['words'] },
    properties: {
      ...{ id: keyword, kind: keyword, folderId: keyword, blob: keyword },
      name: { type: 'keyword', index: false, doc_values: false },
      version: { type: 'long' },
      changedAt: { type: 'date' },
      isRemoved: { type: 'boolean' },
      names: { ...words, index_prefixes: { min_chars: 1, max_chars: 8 } },
      words: { ...words, index_prefixes: { min_chars: 3, max_chars: 6 } },
    },
  },
};

/** Its version is the revision. Of what is removed nothing is sent but that it was there. */
export function sourceOf({ revision, name, text, ...entry }: Copied): Source {
  const { id, kind, folderId, blob, changedAt, isRemoved } = entry;
  const base = { id, version: revision, kind, isRemoved, changedAt };
  if (isRemoved) return base;
  const names = wordsOf(name);
  const words = [...names, ...wordsOf(text ?? '').slice(0, textBounds.words.value)];
  return { ...base, folderId, blob, name, names: names.join(' '), words: words.join(' ') };
}
