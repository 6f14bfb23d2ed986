import { describe, expect, it } from '@jest/globals';
import { RegisterUser, SetUserRole } from './users.js';

const user = { email: 'bob@x.com', password: 'secret words', teamPassword: 'team' };
const fieldsOf = (input: object) =>
  RegisterUser.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a registration', () => {
  it('keeps the password to the character', () => {
    const password = `  ${'🚜'.repeat(64)}\0 `;
    expect(RegisterUser.parse({ ...user, password }).password).toBe(password);
  });
  it.each([[[]], [{}], [1], [true], [null]])('takes no %j for a team password', (teamPassword) =>
    expect(fieldsOf({ ...user, teamPassword })).toEqual([
      ['teamPassword', 'The team password must be text'],
    ]),
  );
  it('leaves it to the server to ask for a team password', () =>
    expect(fieldsOf({ email: user.email, password: user.password })).toBeUndefined());
  it.each(['role', '__proto__', 'constructor'])('knows no field %s', (field) =>
    expect(
      RegisterUser.safeParse(
        JSON.parse(`{${JSON.stringify(user).slice(1, -1)},"${field}":"admin"}`),
      ).success,
    ).toBe(false),
  );
  it('refuses a password beyond 256 characters', () =>
    expect(fieldsOf({ ...user, password: 'x'.repeat(257) })).toEqual([
      ['password', 'Password must be at most 256 characters'],
    ]));
});

describe('a role', () => {
  const userId = '0197a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';
  it.each(['admin', 'auditor', 'basic'])('may be %s', (role) =>
    expect(SetUserRole.safeParse({ userId, role }).success).toBe(true),
  );
  it.each(['Admin', 'root', '', null, ['admin']])('may not be %j', (role) =>
    expect(SetUserRole.safeParse({ userId, role }).success).toBe(false),
  );
});
