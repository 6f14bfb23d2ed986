import { connect, createServer, type AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, jest } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { createLog } from '../telemetry/log.js';
import { mailContract } from './contract.js';
import { openSmtp } from './smtp.js';
import { openMailServer } from './test-server.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const letter = { to: 'ann@feusa.local', subject: 'Hello', text: 'Hello\n' };

mailContract('smtp', async () => {
  const server = await openMailServer();
  const mail = openSmtp({ url: server.url, log: quiet });
  return {
    mail,
    arrived: async () => [...server.letters],
    async close() {
      await mail.close();
      await server.close();
    },
  };
});

it('signs in and sends as its account', async () => {
  const seen: unknown[] = [];
  const server = await openMailServer({
    allowInsecureAuth: true,
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      seen.push([username, password]);
      done(null, { user: username });
    },
    onMailFrom({ address }, _session, done) {
      seen.push(address);
      done();
    },
  });
  const { port } = server;
  const url = `smtp://post%40feusa.example:s%3Acret@127.0.0.1:${port}`;
  const mail = openSmtp({ url, log: quiet });
  await mail.send(letter);
  await poll(() => server.recipients).toEqual(['ann@feusa.local']);
  expect(seen).toEqual([['post@feusa.example', 's:cret'], 'post@feusa.example']);
  await mail.close();
  await server.close();
});

it('tries again after a passing fault', async () => {
  let tries = 0;
  const server = await openMailServer({
    onRcptTo(_address, _session, done) {
      tries += 1;
      const fault = Object.assign(new Error('try later'), { responseCode: 451 });
      done(tries < 3 ? fault : null);
    },
  });
  const mail = openSmtp({ url: server.url, log: quiet, pauses: [1, 1, 1] });
  await mail.send(letter);
  await poll(() => server.letters).toEqual([letter]);
  expect(tries).toBe(3);
  await mail.close();
  await server.close();
});

it('gives up at once on a refusal that stays, and says so', async () => {
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) =>
    done(Object.assign(new Error(`no such mailbox: ${address}`), { responseCode: 550 }));
  const server = await openMailServer({ onRcptTo });
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const mail = openSmtp({ url: server.url, log, pauses: [1, 1] });
  await mail.send(letter);
  await poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatch(/"level":50.*550 no such mailbox: ….*"msg":"mail given up"/);
  expect(lines[0]).not.toContain(letter.to);
  await mail.close();
  await server.close();
});

it('never keeps a user or the end of the program waiting for a server that is away', async () => {
  const error = jest.fn();
  const mail = openSmtp({ url: 'smtp://127.0.0.1:1', log: { ...quiet, error } });
  for (let count = 0; count < 1001; count++) await mail.send(letter);
  expect(error).toHaveBeenCalledTimes(1);
  // The next try would come in a second, and the last one in a quarter of an hour.
  await mail.close();
});

it.each([
  ['a greeting', 'EHLO'],
  ['an address', 'MAIL'],
  ['a letter', 'From:'],
])('waits for no server that answers %s for ever, nor do other letters', async (_, beginning) => {
  const server = await openMailServer();
  let isGood = false;
  const dripping = createServer((near) => {
    const far = connect(server.port, '127.0.0.1');
    for (const each of [near, far]) each.on('error', () => undefined);
    far.on('data', (bytes) => near.write(bytes));
    near.on('close', () => far.destroy());
    near.on('data', (bytes) => {
      const isHeld = !isGood && String(bytes).startsWith(beginning);
      if (!isHeld) return void far.write(bytes);
      const drips = setInterval(() => near.write('250-more\r\n'), 20);
      near.on('close', () => clearInterval(drips));
    });
  });
  await new Promise<void>((done) => dripping.listen(0, '127.0.0.1', done));
  const warn = jest.fn();
  const url = `smtp://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
  const mail = openSmtp({ url, log: { ...quiet, warn }, pauses: [1], withinMs: 500 });
  for (const to of ['ann', 'ben', 'cy']) await mail.send({ ...letter, to: `${to}@feusa.local` });
  await poll(() => warn.mock.calls.length).toBe(2);
  isGood = true;
  await poll(() => server.letters.length).toBe(3);
  expect(String((warn.mock.calls[0]![0] as { err: Error }).err)).toContain('longer than 0.5 s');
  await mail.close();
  await new Promise((done) => dripping.close(done));
  await server.close();
});

it('sends nothing more once it is closed', async () => {
  const server = await openMailServer({ onConnect: () => undefined });
  const error = jest.fn();
  const mail = openSmtp({ url: server.url, log: { ...quiet, error } });
  for (let count = 0; count < 5; count++) await mail.send(letter);
  await mail.close();
  await poll(() => error.mock.calls.length).toBe(5);
  await server.close();
});

describe('on a way that is not this machine', () => {
  /** An address of this machine that does not look like one. */
  const elsewhere = (port: number, query = '') => `smtp://0.0.0.0:${port}/${query}`;

  it('sends nothing to a server that does not encrypt', async () => {
    const server = await openMailServer();
    const [warn, error] = [jest.fn(), jest.fn()];
    const mail = openSmtp({
      ...{ url: elsewhere(server.port), log: { ...quiet, warn, error } },
      pauses: [1],
    });
    await mail.send(letter);
    await poll(() => error.mock.calls.length).toBe(1);
    expect(server.letters).toEqual([]);
    await mail.close();
    await server.close();
  });

  it('sends in clear where the address says so', async () => {
    const server = await openMailServer();
    const mail = openSmtp({ url: elsewhere(server.port, '?requireTLS=false'), log: quiet });
    await mail.send(letter);
    await poll(() => server.letters).toEqual([letter]);
    await mail.close();
    await server.close();
  });

  it.each([
    ['smtp', false],
    ['smtps', true],
  ])('encrypts: %s', async (scheme, secure) => {
    const seen: boolean[] = [];
    const server = await openMailServer({
      ...{ secure, disabledCommands: [] },
      onMailFrom(_address, { secure }, done) {
        seen.push(secure);
        done();
      },
    });
    const url = elsewhere(server.port, '?tls.rejectUnauthorized=false').replace('smtp', scheme);
    const mail = openSmtp({ url, log: quiet });
    await mail.send(letter);
    await poll(() => server.letters).toEqual([letter]);
    expect(seen).toEqual([true]);
    await mail.close();
    await server.close();
  });
});
