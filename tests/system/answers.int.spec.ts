import { answers } from '@feusa/contracts/openapi-answers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { employee } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let folderId: string;
beforeAll(async () => {
  product = await Product.open();
  folderId = (await product.done('add-folder', { name: 'Above', parentId: null })).id;
  await product.done('add-folder', { name: 'Below', parentId: folderId });
  await product.done('add-link', { folderId, name: 'Link', link: 'https://feusa.example' });
  await product.done('add-employee', employee);
});
afterAll(() => product.close());

it.each(Object.keys(answers).filter((call) => call.startsWith('get ')))(
  'what the document says of the answer to %s is so',
  async (call) => {
    const address = call.slice('get '.length).replace('{id}', folderId);
    const { status, body } = await product.get(address, product.people.admin);
    expect(status).toBe(200);
    // What is not in the shape would be left out.
    expect(answers[call]!.parse(body)).toEqual(body);
  },
);
