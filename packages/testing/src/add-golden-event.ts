import { appendFileSync } from 'node:fs';
import { canonical } from '@feusa/event-log/store/canonical';
import { streamOf, type EventType, type Noun } from '@feusa/contracts/events';
import { schemaVersionOf } from '@feusa/domain/upcast';
import { GOLDEN_FILE, goldenLines } from './golden.js';

/**
 * Adds one event to the golden corpus, as this release stores it:
 * `npx tsx packages/testing/src/add-golden-event.ts folder FolderAdded '{"name":"Manuals","parentId":null}'`.
 * What stands in the corpus stays as it is for ever.
 */
const [noun, type, data] = process.argv.slice(2) as [Noun, EventType, string];
const position = goldenLines().length + 1;
const uuid = (kind: number, number: number) =>
  `00000000-0000-4000-8000-${String(kind).padStart(4, '0')}${String(number).padStart(8, '0')}`;
const stream = streamOf(noun, uuid(1, 1));
const version = 1 + goldenLines().filter((line) => line.includes(`"stream":"${stream}"`)).length;
const event = {
  position: String(position),
  id: uuid(2, position),
  stream,
  version,
  type,
  schemaVersion: schemaVersionOf(type),
  at: new Date(Date.UTC(2026, 10, 21, 8) + position * 1000).toISOString(),
  actor: 'system',
  commandId: uuid(3, position),
  correlationId: `request ${position}`,
  data: JSON.parse(data) as unknown,
};
appendFileSync(GOLDEN_FILE, `${canonical(event)}\n`);
