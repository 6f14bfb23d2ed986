import { z } from 'zod';
import { accessBounds } from './access-bounds.js';
import { command } from './access.js';
import type { ActorView } from './docs.js';
import { FileVersion } from './file-version.js';
import { Id } from './text.js';

const ids = z
  .array(Id, { error: 'Not a list of ids' })
  .max(accessBounds.members.value, { error: 'Too many' })
  .transform((all) => [...new Set(all)].sort());

/** Everybody with an account, or groups and users. */
const From = z.union(
  [
    z.strictObject({ everyone: z.literal(true) }),
    z
      .strictObject({ groups: ids.optional(), users: ids.optional() })
      .refine(({ groups = [], users = [] }) => groups.length + users.length > 0, {
        error: 'Choose who is asked',
      }),
  ],
  { error: 'Choose who is asked' },
);
export type AcknowledgementRecipients = z.output<typeof From>;

/** `due` is a day, `2026-12-24`; `renew`: whether each newer version is asked for again. */
export const AskAcknowledgement = z.strictObject({
  id: Id,
  fileVersion: FileVersion,
  from: From,
  due: z.iso.date({ error: 'Not a day' }).optional(),
  renew: z.boolean().optional(),
});
export const WithdrawAcknowledgement = z.strictObject({ id: Id });
export const AcknowledgeFile = z.strictObject({ id: Id, fileVersion: FileVersion });

export const AcknowledgementCommands = {
  'ask-acknowledgement': command('admin', AskAcknowledgement),
  'withdraw-acknowledgement': command('admin', WithdrawAcknowledgement),
  'acknowledge-file': command('signed-in', AcknowledgeFile),
};

const asked = z.union([
  z.strictObject({ everyone: z.literal(true) }),
  z.strictObject({ groups: z.array(z.string()).optional(), users: z.array(z.string()).optional() }),
]);

export const AcknowledgementEvents = {
  /** Takes the place of what was asked of this file before. */
  AcknowledgementAsked: z.strictObject({
    folderId: z.uuid(),
    fileVersion: z.number(),
    from: asked,
    due: z.string().optional(),
    renew: z.boolean().optional(),
  }),
  AcknowledgementWithdrawn: z.strictObject({ folderId: z.uuid() }),
  /** By whoever sent it; `sha256` is that of the bytes of the version, in hex. */
  FileAcknowledged: z.strictObject({
    folderId: z.uuid(),
    fileVersion: z.number(),
    sha256: z.string(),
  }),
};

/** One who is asked, `at` and `position` once they have acknowledged it. */
export interface AcknowledgementView {
  readonly user: ActorView;
  readonly at?: string;
  readonly position?: string;
}

/** `GET /api/files/{id}/acknowledgements`: of the newest request; `fileVersion` is null where there is none. */
export interface Acknowledgements {
  readonly asked: readonly AcknowledgementView[];
  readonly open: number;
  readonly done: number;
  readonly fileVersion: number | null;
  readonly due?: string;
}

/** A document that waits to be acknowledged by whoever asks. */
export interface WaitingFile {
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly fileVersion: number;
  readonly askedAt: string;
  readonly due?: string;
}

/** `GET /api/me/waiting`: what is due first comes first. */
export interface Waiting {
  readonly acknowledgements: readonly WaitingFile[];
  readonly position: string;
}

/** The newest request to acknowledge a file. */
export interface AcknowledgementRequest {
  readonly fileVersion: number;
  readonly from: AcknowledgementRecipients;
  readonly due?: string | undefined;
  readonly renew?: boolean | undefined;
}

/** Which version is to be acknowledged now: the newest one where newer ones ask anew. */
export const requestedVersion = (
  { fileVersion, renew }: Pick<AcknowledgementRequest, 'fileVersion' | 'renew'>,
  newest: number,
): number => (renew ? Math.max(fileVersion, newest) : fileVersion);

/** The request that stands after the next event of a file. */
export function requestAfter(
  before: AcknowledgementRequest | undefined,
  event: { readonly type: string; readonly data: object },
): AcknowledgementRequest | undefined {
  if (event.type === 'AcknowledgementWithdrawn') return undefined;
  return event.type === 'AcknowledgementAsked'
    ? requestIn(event.data as AcknowledgementRequest)
    : before;
}

const requestIn = ({
  fileVersion,
  from,
  due,
  renew,
}: AcknowledgementRequest): AcknowledgementRequest => ({
  ...{ fileVersion, from, due, renew },
});
