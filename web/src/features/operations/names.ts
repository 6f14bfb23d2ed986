import type { DeadLetterActionView, DeadLetterView } from '@feusa/contracts/operations';

const parts: Readonly<Record<string, string>> = {
  postgres: 'Database',
  'read-model': 'Read model',
  past: 'The past',
  'search-index': 'Search index',
  'search-indexer': 'Search index',
  kafka: 'Kafka',
  redis: 'Redis',
  opensearch: 'OpenSearch',
  s3: 'File store',
  mail: 'Mail',
};

/** What people call a part of the product, or who handles events. */
export const partName = (name: string): string => parts[name] ?? firstUp(name.replaceAll('-', ' '));

/** 'FolderRenamed' as 'Folder renamed'. */
export const eventName = (type: string): string =>
  firstUp(type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());

const firstUp = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const stateNames: Readonly<Record<DeadLetterView['state'], string>> = {
  parked: 'Blocked',
  due: 'Being retried',
  quarantined: 'Quarantined',
  discarded: 'Discarded',
};

/** What somebody did, as half a sentence after their name. */
export function actionText({ kind, outcome, stream }: DeadLetterActionView): string {
  if (kind === 'discard') return `discarded ${stream}`;
  const outcomes = {
    done: 'which worked',
    failed: 'which failed',
    dropped: 'before it was discarded',
  };
  return `retried ${stream}${outcome ? `, ${outcomes[outcome]}` : ''}`;
}
