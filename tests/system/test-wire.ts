import { connect } from 'node:net';

/** What came back on a connection of its own, and whether the server ended it by itself. */
export interface WireAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  readonly ended: boolean;
}

/** Sends bytes as they are, as no client library would, and reads until the end or `patience` ms. */
export function onTheWire(address: string, bytes: string, patience = 3000): Promise<WireAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const answer = (ended: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      resolve({ status: Number(head.split(' ')[1] ?? 0), head, body, ended });
    };
    const timer = setTimeout(() => answer(false), patience);
    socket.setEncoding('latin1').on('data', (data) => (text += data));
    socket.on('close', () => answer(true)).on('error', () => undefined);
  });
}
