import type { Config } from '@feusa/adapters/config';
import { StartFault } from '@feusa/adapters/start-fault';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Listens and answers with the address to open. @throws StartFault where the port cannot be had */
export async function listen(app: NestFastifyApplication, config: Config): Promise<string> {
  const { PORT, HOST, FEUSA_PUBLIC_URL } = config;
  try {
    await app.listen(PORT, HOST);
  } catch (fault) {
    const { code } = fault as { code?: string };
    if (code === 'EADDRINUSE') {
      throw new StartFault(`Port ${PORT} is in use. Choose another one with PORT.`);
    }
    if (code === 'EACCES')
      throw new StartFault(`Port ${PORT} needs more rights than this user has.`);
    throw fault;
  }
  return FEUSA_PUBLIC_URL ?? `http://localhost:${portOf(app)}`;
}

/** Where this machine itself reaches the product. */
export const localOf = (app: NestFastifyApplication): string => `http://127.0.0.1:${portOf(app)}`;

const portOf = (app: NestFastifyApplication): number =>
  (app.getHttpServer().address() as { port: number }).port;
