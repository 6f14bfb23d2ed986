/** Apart from their schema, since the first script of the browser has no use for that. */
export type Topic = string;

/** For auditors: only that the log has grown, and up to where. */
export const LOG_TOPIC = 'log';

/** For auditors and administrators: the groups and who is in them. */
export const GROUPS_TOPIC = 'groups';

/** Only that something that can be found has changed: answered with `resync`, never with a change. */
export const FIND_TOPIC = 'find';

export const folderTopic = (id: string | null): Topic => `folder:${id ?? 'root'}`;
