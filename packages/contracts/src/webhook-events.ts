import { z } from 'zod';

export const WebhookEvents = {
  /** No types are all types; without a folder it is told of everything. */
  WebhookAdded: z.strictObject({
    url: z.string(),
    types: z.array(z.string()),
    folderId: z.uuid().nullable(),
  }),
  WebhookRemoved: z.strictObject({}),
  WebhookRestored: z.strictObject({}),
};
