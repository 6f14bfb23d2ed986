import type { StoredEvent } from '@feusa/contracts/events';
import type { RawEvent } from '@feusa/domain/upcast';
import type { KafkaMessage, Message } from 'kafkajs';
import { describe, expect, it } from '@jest/globals';
import { storedFormsWith } from '../store/encryption.js';
import { storedForm } from '../store/stored-form.js';
import type { SubjectKeys } from '@feusa/privacy/subject-keys/port';
import { messageOf, messageOfMark, readMessage, signed } from './topic.js';
import { testAuthenticator } from './test-authenticator.js';

const event = {
  ...{ position: 7, id: 'an event', stream: 'link-1', version: 1, schemaVersion: 1 },
  ...{ type: 'LinkRemoved', data: { folderId: 'f' }, at: '2026-11-21T08:00:00.000Z' },
  ...{ actor: 'ann', commandId: 'a command', correlationId: 'a request' },
} as StoredEvent;
const ours = await testAuthenticator();
/** As the broker hands it on. */
const arriving = ({ value, headers = {} }: Message) =>
  ({ value: Buffer.from(String(value)), headers }) as KafkaMessage;
const read = (message: Message) => readMessage(arriving(message), ours);
const sent = (each: StoredEvent) => signed(messageOf(each, storedForm(each)), ours);

it('an event is received as it was sent', () => expect(read(sent(event))).toEqual(event));

it('a mark is received as it was sent', () => {
  const mark = { watermark: 7, partition: 3, epoch: 1 };
  expect(read(signed(messageOfMark(mark), ours))).toEqual(mark);
});

it('one that this release cannot read is not lost: whoever looks at it is told', async () => {
  const raw = read(sent({ ...event, type: 'LinkPainted' } as unknown as StoredEvent));
  const [unknown] = await storedFormsWith({} as SubjectKeys).decryptLater([raw as RawEvent]);
  expect(unknown).toMatchObject({ position: 7, stream: 'link-1', version: 1 });
  expect(() => (unknown as StoredEvent).type).toThrow('cannot read the event at position 7');
});

describe('what the relay has not written', () => {
  const { value, headers } = sent(event);
  const changed = Buffer.from(String(value).replace('link-1', 'link-2'));

  it.each([
    ['without a code', { value, headers: {} }],
    ['with another code', { value, headers: { code: ours.codeOf('else') } }],
    ['with a code of another length', { value, headers: { code: 'AAAA' } }],
    ['with a part of it changed', { value: changed, headers }],
  ])('says nothing but a position %s', (_, message) => {
    expect(read({ ...message, headers: message.headers ?? {} })).toEqual({ claimed: 7 });
  });

  it('is what it wrote of another log, too', async () => {
    const another = await testAuthenticator('another log');
    expect(read(signed({ value: value! }, another))).toEqual({ claimed: 7 });
  });

  it.each(['', 'null', '7', '{}', '{"position":"x"}', '{"watermark":7,"epoch":1}', 'not JSON'])(
    '%j is worth nothing',
    (text) => expect(read({ value: text })).toBeUndefined(),
  );
});
