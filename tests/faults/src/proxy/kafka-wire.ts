import type { Change } from './tcp-proxy.js';

const METADATA = 3;
const FIND_COORDINATOR = 10;
const HEARTBEAT = 12;
/** An error that a client does not try again after: GROUP_AUTHORIZATION_FAILED. */
const FATAL = 30;

export interface KafkaChanges {
  /** The broker's own port, in whose place clients are told the proxy's. */
  readonly broker: number;
  proxy(): number;
  /** Whether heartbeats of groups are answered with an error that is not to be tried again. */
  failsHeartbeats(): boolean;
}

/** Sees the frames of one connection to a broker, and changes some of its answers. */
export function kafkaChange(changes: KafkaChanges): Change {
  const asked = new Map<number, { readonly api: number; readonly version: number }>();
  const requests = framed((frame) => {
    asked.set(frame.readInt32BE(8), {
      api: frame.readInt16BE(4),
      version: frame.readInt16BE(6),
    });
  });
  const answers = framed((frame) => {
    const number = frame.readInt32BE(4);
    const { api, version = 0 } = asked.get(number) ?? {};
    asked.delete(number);
    if (api === METADATA || api === FIND_COORDINATOR) tellProxy(frame, changes);
    if (api !== HEARTBEAT || !changes.failsHeartbeats()) return;
    frame.writeInt16BE(FATAL, version === 0 ? 8 : 12);
  });
  return { toServer: requests, toClient: answers };
}

/** Hands on whole frames only: each begins with its length. */
function framed(see: (frame: Buffer) => void): (piece: Buffer) => Buffer {
  let waiting: Buffer = Buffer.alloc(0);
  return (piece) => {
    waiting = Buffer.concat([waiting, piece]);
    let end = 0;
    while (waiting.length >= end + 4) {
      const next = end + 4 + waiting.readInt32BE(end);
      if (waiting.length < next) break;
      see(waiting.subarray(end, next));
      end = next;
    }
    const whole = waiting.subarray(0, end);
    waiting = waiting.subarray(end);
    return whole;
  };
}

/** An address in an answer is the host's name and, right behind it, the port in four bytes. */
function tellProxy(frame: Buffer, { broker, proxy }: KafkaChanges): void {
  const host = Buffer.from('127.0.0.1');
  for (let at = frame.indexOf(host); at !== -1; at = frame.indexOf(host, at + 1)) {
    const port = at + host.length;
    if (port + 4 <= frame.length && frame.readInt32BE(port) === broker) {
      frame.writeInt32BE(proxy(), port);
    }
  }
}
