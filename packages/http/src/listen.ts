import type { Config } from '@feusa/profiles/config';
import { isOwnMachine } from '@feusa/platform/networks';
import { StartFault } from '@feusa/platform/start-fault';
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

/** What an operator should know of how people reach the product, a line each. */
export function reachHints(config: Config): string[] {
  const { HOST, FEUSA_PUBLIC_URL: publicUrl, FEUSA_TRUSTED_PROXIES: proxies } = config;
  const isPlain = !publicUrl?.startsWith('https:') && !isOwnMachine(HOST);
  const hints = [
    isPlain &&
      'Reached over plain HTTP from the whole network: passwords can be read on the way. ' +
        'Put TLS in front (docs/operations.md, Behind a proxy) or set HOST=127.0.0.1.',
    proxies !== undefined &&
      publicUrl === undefined &&
      'Letters lead to the address behind the proxies: set FEUSA_PUBLIC_URL to the one in front.',
  ];
  return hints.filter((hint) => hint !== false);
}

/** Where this machine itself reaches the product. */
export const localOf = (app: NestFastifyApplication): string => `http://127.0.0.1:${portOf(app)}`;

const portOf = (app: NestFastifyApplication): number =>
  (app.getHttpServer().address() as { port: number }).port;
