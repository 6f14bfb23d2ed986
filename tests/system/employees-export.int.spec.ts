import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Body } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
const ids: Record<string, string> = {};
const add = async (firstName: string, more: Body = {}) => {
  const body = { ...employee, firstName, email: `${firstName}@feusa.example`, ...more };
  ids[firstName] = (await product.done('add-employee', body)).id;
};
beforeAll(async () => {
  product = await Product.open();
  await add('Cas', { role: 'Driver, "night"; =SUM(A1)', mobile: '600 300 400' });
  await add('Ann', { lastName: '=cmd|x', phoneNumber: '+48 600 100 200' });
  await add('Ben', { location: 'Fargo', department: 'Sales' });
});
afterAll(() => product.close());

const textOf = async (query: string) => {
  const { status, headers, body } = await product.read(`/api/employees/export?${query}`);
  return { status, headers, text: String(body['text']) };
};
const namesIn = (text: string) => text.match(/Ann|Ben|Cas(?=,| )/g);

describe('people to take along', () => {
  it('are CSV that no spreadsheet runs, in the order of the directory', async () => {
    const { headers, text } = await textOf('format=csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="people.csv"');
    const [head, ann, ben, cas, end] = text.split('\r\n');
    expect(head).toBe(
      'firstName,lastName,phoneNumber,mobile,email,role,location,department,manager',
    );
    expect(ann).toBe(
      "Ann,'=cmd|x,'+48 600 100 200,,Ann@feusa.example,Combine Technician,Kraków,Service,Maria Lopez",
    );
    expect(ben).toMatch(/^Ben,/);
    expect(cas).toContain('"Driver, ""night""; =SUM(A1)"');
    expect(end).toBe('');
  });

  it('are vCard 4', async () => {
    const { headers, text } = await textOf(`format=vcf&ids=${ids['Cas']}`);
    expect(headers.get('content-type')).toBe('text/vcard; charset=utf-8');
    const lines = text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:4.0']);
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:urn:uuid:${ids['Cas']}`,
        'N:Kamiński;Cas;;;',
        'TITLE:Driver\\, "night"\\; =SUM(A1)',
        'TEL;VALUE=uri;TYPE="voice,work":tel:+14025550100',
      ]),
    );
    expect(text.endsWith('END:VCARD\r\n')).toBe(true);
  });

  it('are those who are named, found or filtered', async () => {
    const { position } = await product.store.head();
    const some = `ids=${ids['Cas']},${ids['Ann']}`;
    expect(namesIn((await textOf(`format=csv&${some}`)).text)).toEqual(['Ann', 'Ann', 'Cas']);
    const found = await textOf(`format=csv&q=${encodeURIComponent('ben')}&after=${position}`);
    expect(namesIn(found.text)).toEqual(['Ben', 'Ben']);
    expect(namesIn((await textOf('format=csv&location=Fargo')).text)).toEqual(['Ben', 'Ben']);
    expect(namesIn((await textOf(`format=csv&department=Sales&${some}`)).text)).toBeNull();
  });

  it.each([
    'format=pdf',
    'ids=1',
    'format=csv&ids=1',
    'format=csv&ids=',
    'format=csv&q=%20',
    'format=csv&what=1',
    `format=csv&ids=${Array(301).fill('00000000-0000-4000-8000-000000000000').join()}`,
  ])('are refused for %.40s', async (query) =>
    expect((await product.get(`/api/employees/export?${query}`)).status).toBe(400),
  );

  it('are for who is signed in', async () =>
    expect((await product.ask('GET', '/api/employees/export?format=csv')).status).toBe(401));
});
