import type { Ports } from '@feusa/profiles/ports';

export type SweepPorts = Pick<
  Ports,
  'blobs' | 'blobReferences' | 'purgedContents' | 'staging' | 'reservations'
>;

/**
 * Takes away the bytes of what events from one position to another have purged, as far as nothing else has the same
 * bytes: no other document or photo, and no upload that is still to be used. May be repeated.
 */
export async function sweepBytes(
  [from, to]: readonly [number, number],
  ports: SweepPorts,
): Promise<void> {
  const { blobs, blobReferences, purgedContents } = ports;
  const contents = await purgedContents(from, to);
  if (contents.length === 0) return;
  const begun = Date.now();
  const wanted = await uploadsLeft(contents, ports);
  const gone = [...new Set(contents.map(({ blob }) => blob))].filter((blob) => !wanted.has(blob));
  const referenced = await blobReferences(gone);
  // Whoever brings the same bytes meanwhile keeps them.
  for (const blob of gone) if (!referenced.has(blob)) await blobs.remove(blob, begun);
}

/** Forgets the uploads that these were made of; answers with the blobs of those that are another's. */
async function uploadsLeft(
  contents: Awaited<ReturnType<SweepPorts['purgedContents']>>,
  { staging, reservations }: SweepPorts,
): Promise<Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { blob, owner } of contents)
    owners.set(blob, (owners.get(blob) ?? new Set()).add(owner));
  const wanted = new Set<string>();
  for await (const { id, record } of staging.list()) {
    const blob = record?.finished?.blob ?? '';
    const of = owners.get(blob);
    if (!record || !of || record.ended) continue;
    if (!of.has(record.owner)) wanted.add(blob);
    else if (await staging.forget(id, record)) await reservations.release(id);
  }
  return wanted;
}
