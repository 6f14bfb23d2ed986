import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, jest } from '@jest/globals';
import pg from 'pg';
import { send, type Call } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import type { Product } from './test-product.js';

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The address of the request that something is done for. */
const served = new AsyncLocalStorage<string | undefined>();
const STARTED = 'http.server.request.start';
const serve = (message: unknown) =>
  served.enterWith((message as { readonly request: IncomingMessage }).request.url);

type Given = string | { readonly text?: string; readonly values?: unknown[] };
const { query } = pg.Client.prototype;
type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** Lets the tests of a file hear what the database is asked for a request, and how that is answered. */
export function hearingStatements() {
  beforeAll(() => subscribe(STARTED, serve));
  afterAll(() => void unsubscribe(STARTED, serve));

  return async (product: Product, [method, address, body]: Call, as: Person) => {
    const { pathname, search } = new URL(address, product.address);
    const statements: Statement[] = [];
    const spy = jest.spyOn(pg.Client.prototype, 'query');
    spy.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      if (served.getStore() === pathname + search) statements.push(statementOf(given));
      return (query as Query).apply(this, given);
    } as never);
    const { status } = await send(product, [method, address, body], as);
    spy.mockRestore();
    return { status, statements };
  };
}

function statementOf([what, more]: unknown[]): Statement {
  const given = what as Given;
  if (typeof given === 'string')
    return { text: given, values: Array.isArray(more) ? (more as unknown[]) : [] };
  return { text: given.text ?? '', values: given.values ?? [] };
}
