import { access } from 'node:fs/promises';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Whether a container engine answers on this machine within 1 s. One on another machine is left alone:
 * its ports are not on our loopback address. Never rejects.
 */
export const containersAnswer = async (): Promise<boolean> => {
  for (const path of sockets()) if (await pings(path)) return true;
  return false;
};

const sockets = () => {
  const host = process.env['DOCKER_HOST'];
  if (host) return host.startsWith('unix://') ? [host.slice('unix://'.length)] : [];
  const own = process.env['XDG_RUNTIME_DIR'];
  const usual = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')];
  return own ? [...usual, join(own, 'docker.sock')] : usual;
};

const pings = async (socketPath: string) => {
  const there = await access(socketPath).then(
    () => true,
    () => false,
  );
  return there && ping(socketPath);
};

const ping = (socketPath: string) =>
  new Promise<boolean>((resolve) => {
    const options = { socketPath, path: '/_ping', signal: AbortSignal.timeout(1000) };
    const question = request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    question.once('error', () => resolve(false));
    question.end();
  });
