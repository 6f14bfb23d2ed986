import { openApiDocument } from '@feusa/contracts/openapi';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEAD = '// Made from the OpenAPI document by `npm run client`.\n';

/** The calls of the tools, which are few. */
const CALLS = new Set([
  ...['/api/session', '/api/me/tokens', '/api/trash'],
  ...['/api/tree', '/api/folders/{id}', '/api/employees'],
  ...['add-folder', 'add-file', 'add-link', 'add-employee'].map(command),
  ...['remove-folder', 'remove-file', 'remove-employee'].map(command),
]);

function command(name: string): string {
  return `/api/commands/${name}`;
}

/** The types of these calls, by the product's own document. */
export async function typesOfApi(): Promise<string> {
  // By way of JSON, as programs read it.
  const document = JSON.parse(JSON.stringify(openApiDocument())) as OpenAPI3;
  const paths = Object.entries(document.paths ?? {}).filter(([address]) => CALLS.has(address));
  const some: OpenAPI3 = { ...document, paths: Object.fromEntries(paths) };
  return HEAD + astToString(await openapiTS(some));
}
