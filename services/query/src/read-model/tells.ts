import { folderTopic, GROUPS_TOPIC, type Change, type Topic } from '@feusa/contracts/live';

/** What an event changes on which screens. */
export interface TopicChange {
  readonly topic: Topic;
  readonly op: Change['op'];
}

export const put = (topic: Topic): TopicChange => ({ topic, op: 'put' });
export const gone = (topic: Topic): TopicChange => ({ topic, op: 'remove' });

export const left = (before: string | null, now: string | null): TopicChange[] =>
  before === now ? [put(folderTopic(now))] : [gone(folderTopic(before)), put(folderTopic(now))];

type InFolder = { readonly data: { readonly parentId: string | null } };
type InDocs = { readonly data: { readonly folderId: string } };
export const putFolder = ({ data }: InFolder) => [put(folderTopic(data.parentId))];
export const removeFolder = ({ data }: InFolder) => [gone(folderTopic(data.parentId))];
export const putDoc = ({ data }: InDocs) => [put(folderTopic(data.folderId))];
export const removeDoc = ({ data }: InDocs) => [gone(folderTopic(data.folderId))];
export const putGroup = () => [put(GROUPS_TOPIC)];
export const putEmployee = () => [put('employees')];
