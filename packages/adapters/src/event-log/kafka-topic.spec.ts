import type { StoredEvent } from '@feusa/contracts/events';
import type { RawEvent } from '@feusa/domain/upcast';
import type { KafkaMessage } from 'kafkajs';
import { expect, it } from 'vitest';
import { storedFormsWith } from '../event-store/sealing.js';
import { storedForm } from '../event-store/stored-form.js';
import type { SubjectKeys } from '../subject-keys/port.js';
import { messageOf, readMessage } from './kafka-topic.js';

const event = {
  ...{ position: 7, id: 'an event', stream: 'link-1', version: 1, schemaVersion: 1 },
  ...{ type: 'LinkRemoved', data: { folderId: 'f' }, at: '2026-11-21T08:00:00.000Z' },
  ...{ actor: 'ann', commandId: 'a command', correlationId: 'a request' },
} as StoredEvent;
const received = (sent: StoredEvent) => {
  const { value } = messageOf(sent, storedForm(sent));
  return readMessage({ value: Buffer.from(String(value)), headers: {} } as KafkaMessage);
};

it('an event is received as it was sent', () => expect(received(event)).toEqual(event));

it('one that this release cannot read is not lost: whoever looks at it is told', async () => {
  const raw = received({ ...event, type: 'LinkPainted' } as unknown as StoredEvent);
  const [unknown] = await storedFormsWith({} as SubjectKeys).openLater([raw as RawEvent]);
  expect(unknown).toMatchObject({ position: 7, stream: 'link-1', version: 1 });
  expect(() => (unknown as StoredEvent).type).toThrow('cannot read the event at position 7');
});

it.each(['', 'null', '7', '{}', '{"position":"x"}', '{"watermark":"x"}', 'not JSON'])(
  '%j is none of ours',
  (text) => {
    const message = { value: Buffer.from(text), headers: {} } as KafkaMessage;
    expect(readMessage(message)).toBeUndefined();
  },
);
