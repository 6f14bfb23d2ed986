import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to the product that can be pulled out: then nothing on it answers, workers and sockets neither. */
export async function openCable(to: string) {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  const keep = (socket: Socket) => {
    ends.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => ends.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    const far = keep(connect(Number(port), hostname));
    keep(near).pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = (own: number) =>
    new Promise<void>((done) => void server.listen(own, '127.0.0.1', () => done()));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const pull = async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of ends) socket.destroy();
    await closed;
  };
  return { address: `http://127.0.0.1:${own}`, pull, plug: () => listen(own) };
}
