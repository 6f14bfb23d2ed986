import { openTextExtractor } from '@feusa/files/text/child';
import type { Ports } from '@feusa/profiles/ports';
import type { ReadModel } from '../read-model/read-model.js';
import { FindChanges } from './find-changes.js';
import { FindProjection } from './find-projection.js';
import { TextFaults } from './text-faults.js';
import { TextReader } from './text-reader.js';

/** What finding needs: the index, who keeps it, who reads texts, and what could not be read. */
export async function openFind(ports: Ports, model: ReadModel) {
  const { documents: index, blobs, blobReferences: isReferenced, log } = ports;
  await index.prepare();
  const projection = new FindProjection(index, model);
  const texts = new TextReader({
    ...{ index, blobs, isReferenced, log },
    extractor: openTextExtractor(),
  });
  const warn = (err: unknown) => log.warn({ err }, 'texts of erased files wait to be erased');
  projection.tell({ files: () => texts.look(), erased: () => void texts.sweep().catch(warn) });
  const faults = new TextFaults(index, () => {
    model.pages.clear();
    model.tree.clear();
  });
  model.faultOf = (blob) => faults.of(blob);
  return { projection, texts, faults, changes: new FindChanges(index, projection) };
}
