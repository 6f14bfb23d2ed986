import { describe, expect, it } from '@jest/globals';
import { AddEmployee, UpdateEmployee } from './employees.js';
import { person } from './test-person.js';

const id = '0197a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';
const fieldsOf = (
  input: object,
  schema: typeof AddEmployee | typeof UpdateEmployee = AddEmployee,
) =>
  Object.fromEntries(
    schema.safeParse(input).error?.issues.map((each) => [each.path.join('.'), each.message]) ?? [],
  );

describe('the form of an employee', () => {
  it('takes what it needs', () => expect(AddEmployee.parse(person)).toMatchObject(person));

  it('names every field that is missing', () =>
    expect(fieldsOf({})).toEqual(
      Object.fromEntries(Object.keys(person).map((name) => [name, 'Required'])),
    ));
  it('names every field that is blank', () =>
    expect(fieldsOf(Object.fromEntries(Object.keys(person).map((name) => [name, ' '])))).toEqual(
      Object.fromEntries(Object.keys(person).map((name) => [name, 'Required'])),
    ));
  it.each([[['x']], [{}], [7], [true], [null]])('takes no %j for text', (value) =>
    expect(fieldsOf(Object.fromEntries(Object.keys(person).map((name) => [name, value])))).toEqual(
      Object.fromEntries(Object.keys(person).map((name) => [name, 'Required'])),
    ),
  );

  it.each([
    ['firstName', 'x'.repeat(51), 'Too Long!'],
    ['lastName', 'x'.repeat(51), 'Too Long!'],
    ['role', 'x'.repeat(10_000), 'Too Long!'],
    ['location', 'x'.repeat(10_000), 'Too Long!'],
    ['department', 'x'.repeat(10_000), 'Too Long!'],
    ['manager', 'x'.repeat(10_000), 'Too Long!'],
    ['firstName', 'a\0b', 'Text has an invalid character'],
    ['lastName', '\ud800', 'Text has an invalid character'],
    ['role', 'admin\u202E', 'Text has an invalid character'],
    ['phoneNumber', 'abc', 'Phone number is not valid'],
    ['mobile', '12', 'Phone number is not valid'],
    ['mobile', 7, 'Phone number is not valid'],
    ['email', 'a@b?bcc=x', 'Enter a valid e-mail address'],
    ['email', '"><svg>', 'Enter a valid e-mail address'],
    ['uploadId', 'https://feusa.example/me.png', 'Not a valid id'],
  ])('refuses a %s of %j', (field, value, message) =>
    expect(fieldsOf({ ...person, [field]: value })).toEqual({ [field]: message }),
  );

  it('takes a first name of one letter or 50 families', () => {
    expect(fieldsOf({ ...person, firstName: 'Ł' })).toEqual({});
    expect(fieldsOf({ ...person, firstName: '👨‍👩‍👧‍👦'.repeat(50) })).toEqual({});
  });
  it('takes "admin" as a job title', () =>
    expect(AddEmployee.parse({ ...person, role: 'admin' }).role).toBe('admin'));
  it.each([undefined, null, '', '  '])('takes a mobile of %j as none', (mobile) =>
    expect(AddEmployee.parse({ ...person, mobile }).mobile).toBeUndefined(),
  );
  it.each([undefined, null])('takes an upload of %j as none', (uploadId) =>
    expect(AddEmployee.parse({ ...person, uploadId }).uploadId).toBeUndefined(),
  );
  it.each(['timestamp', 'dateAdded', 'file', 'id', '__proto__'])('knows no field %s', (field) =>
    expect(
      AddEmployee.safeParse(JSON.parse(`{${JSON.stringify(person).slice(1, -1)},"${field}":"x"}`))
        .success,
    ).toBe(false),
  );
});

describe('an update', () => {
  it('needs the version that it changes', () =>
    expect(fieldsOf({ ...person, id }, UpdateEmployee)).toEqual({ version: 'Required' }));
  it.each([0, -1, 1.5, '1', null, 2 ** 53])('knows no version %j', (version) =>
    expect(fieldsOf({ ...person, id, version }, UpdateEmployee)).toHaveProperty('version'),
  );
  it('takes a version', () =>
    expect(fieldsOf({ ...person, id, version: 3 }, UpdateEmployee)).toEqual({}));
});
