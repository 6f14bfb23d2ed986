import { StandaloneConnector } from 'ioredis/built/connectors/index.js';

/**
 * ioredis hears the first fault of a socket. TLS can tell of a second one, as where the server objects to
 * a connection that was given up for its certificate; unheard, that would end the process.
 */
export class Connector extends StandaloneConnector {
  override async connect(emit: (type: string, fault: Error) => void) {
    const stream = await super.connect(emit);
    stream.on('error', () => undefined);
    return stream;
  }
}
