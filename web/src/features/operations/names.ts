import type { DeadLetterActionView, DeadLetterView } from '@feusa/contracts/operations';
import { texts } from './texts.js';

const parts: Readonly<Record<string, string>> = {
  postgres: texts.database,
  'read-model': texts.readModel,
  past: texts.thePast,
  'search-index': texts.searchIndex,
  'search-indexer': texts.searchIndex,
  kafka: texts.kafka,
  redis: texts.redis,
  opensearch: 'OpenSearch',
  s3: texts.fileStore,
  mail: texts.mail,
};

/** What people call a part of the product, or who handles events. */
export const partName = (name: string): string => parts[name] ?? firstUp(name.replaceAll('-', ' '));

/** 'FolderRenamed' as 'Folder renamed'. */
export const eventName = (type: string): string =>
  firstUp(type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());

const firstUp = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const stateNames: Readonly<Record<DeadLetterView['state'], string>> = {
  blocked: texts.blocked,
  due: texts.beingRetried,
  quarantined: texts.quarantined,
  discarded: texts.discardedOnes,
};

/** What somebody did, as half a sentence after their name. */
export function actionText({ kind, outcome, stream }: DeadLetterActionView): string {
  if (kind === 'discard') return texts.actionDiscarded(stream);
  const outcomes = {
    done: texts.whichWorked,
    failed: texts.whichFailed,
    dropped: texts.beforeItWasDiscarded,
  };
  return texts.actionRetried(stream, outcome ? `, ${outcomes[outcome]}` : '');
}
