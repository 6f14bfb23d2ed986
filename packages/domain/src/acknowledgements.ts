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

/** @throws Refusal where somebody is named who is nobody (`unknown`), unless they are asked already */
export function requestAcknowledgement(
  file: FileState,
  body: AcknowledgementRequest,
  unknown: readonly string[] = [],
): DomainEvent<'AcknowledgementAsked'> {
  const { folderId, versions, request } = file;
  const { fileVersion, from, due, renew } = body;
  if (!versions[fileVersion - 1]) refuse('file/version-not-found');
  const before = new Set(namesIn(request));
  if (unknown.some((id) => !before.has(id))) refuse('acknowledgement/unknown-names');
  const more = { ...(due !== undefined && { due }), ...(renew && { renew }) };
  return { type: 'AcknowledgementAsked', data: { folderId, fileVersion, from, ...more } };
}

function namesIn(request: AcknowledgementRequest | undefined): readonly string[] {
  if (!request || 'everyone' in request.from) return [];
  const { groups = [], users = [] } = request.from;
  return [...groups, ...users];
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
