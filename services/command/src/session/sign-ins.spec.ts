import { openInProcessLimits } from '@feusa/identity/limits/in-process';
import { hashPassword } from '@feusa/identity/passwords/hashing';
import { expect, it, jest } from '@jest/globals';
import { PasswordCheck } from './password-check.js';
import { SignIns } from './sign-ins.js';

const attempt = {
  email: 'ann@feusa.local',
  password: 'plum tree',
  teamPassword: 'x',
  address: '10.0.0.1',
  requestId: '1',
  device: '',
  browser: 'browser',
  page: 'http://localhost',
  token: undefined,
};
const limits = openInProcessLimits();

it('gives no session to a sign-in that was under way while the password changed', async () => {
  const user = { id: 'ann', email: attempt.email, role: 'basic' as const };
  const hash = await hashPassword(attempt.password);
  const find = jest.fn<() => Promise<object>>();
  find.mockResolvedValueOnce({ user, hash }).mockResolvedValueOnce({ user, hash: 'another' });
  const sessions = { start: async () => 'token', end: jest.fn() };
  const ports = { credentials: { find }, sessions, limits } as never;
  const checks = {
    teamPassword: { matches: async () => true } as never,
    password: new PasswordCheck(ports, { notify: () => undefined }),
    secondFactor: { pass: async () => undefined } as never,
    notices: { signedIn: () => undefined },
  };
  const signIns = new SignIns(ports, checks, () => undefined);
  await expect(signIns.signIn(attempt)).rejects.toMatchObject({
    code: 'session/wrong-credentials',
  });
  expect(sessions.end).toHaveBeenCalledWith('token');
});
