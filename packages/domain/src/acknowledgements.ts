import { requestedVersion, type AcknowledgementRequest } from '@feusa/contracts/acknowledgements';
import type { DomainEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import type { Content } from './file-versions.js';

/** Whether the sender is asked, and has acknowledged the version that is asked for. */
export interface AcknowledgementFacts {
  readonly isAsked: boolean;
  readonly done: readonly number[];
}

interface FileState {
  readonly folderId: string;
  readonly versions: readonly Content[];
  readonly request?: AcknowledgementRequest | undefined;
}

export function requestAcknowledgement(
  file: FileState,
  body: AcknowledgementRequest,
): DomainEvent<'AcknowledgementAsked'> {
  const { folderId, versions } = file;
  const { fileVersion, from, due, renew } = body;
  if (!versions[fileVersion - 1]) refuse('file/version-not-found');
  const more = { ...(due !== undefined && { due }), ...(renew && { renew }) };
  return { type: 'AcknowledgementAsked', data: { folderId, fileVersion, from, ...more } };
}

export function withdraw({
  folderId,
  request,
}: FileState): DomainEvent<'AcknowledgementWithdrawn'> {
  if (!request) refuse('acknowledgement/none');
  return { type: 'AcknowledgementWithdrawn', data: { folderId } };
}

/** Nothing where the sender has acknowledged it already. */
export function acknowledge(
  { folderId, versions, request }: FileState,
  fileVersion: number,
  facts: AcknowledgementFacts | undefined,
): DomainEvent<'FileAcknowledged'> | undefined {
  if (!request || !facts?.isAsked) return refuse('acknowledgement/not-asked');
  const content = versions[fileVersion - 1] ?? refuse('file/version-not-found');
  if (requestedVersion(request, versions.length) !== fileVersion)
    refuse('acknowledgement/other-version');
  if (facts.done.includes(fileVersion)) return undefined;
  return { type: 'FileAcknowledged', data: { folderId, fileVersion, sha256: content.blob } };
}
