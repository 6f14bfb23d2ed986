import { Refusal } from '@feusa/contracts/refusals';
import { describe, expect, it } from '@jest/globals';
import { SearchUnavailable } from '@feusa/search/port';
import { isAway, isOutage, Outage } from './unavailable.js';

const error = (facts: object, message = 'it failed') => Object.assign(new Error(message), facts);

describe('an outage', () => {
  it.each<[string, unknown]>([
    ['a port that nobody listens on', error({ code: 'ECONNREFUSED' })],
    ['an unknown host', error({ code: 'ENOTFOUND' })],
    ['a broken pipe', error({ code: 'EPIPE' })],
    ['a database that is shutting down', error({ code: '57P01' })],
    ['a lock that took too long', error({ code: '55P03' })],
    ['a table that is missing', error({ code: '42P01' })],
    ['a full disk', error({ code: '53100' })],
    ['a trigger that raises', error({ code: 'P0001' })],
    ['a connection that ended', error({}, 'Connection terminated unexpectedly')],
    ['a pool without a connection', error({}, 'timeout exceeded when trying to connect')],
    ['a search engine that is away', new SearchUnavailable()],
    ['an engine that is overloaded', error({ statusCode: 429 })],
    ['an engine without its index', error({ statusCode: 404 })],
    ['a bucket that answers 503', error({ $metadata: { httpStatusCode: 503 } })],
    ['what was given up after a time', error({ name: 'TimeoutError' })],
    ['a broker that is away', error({ name: 'KafkaJSConnectionError' })],
    ['what says so itself', new Outage('the rows are gone')],
    ['what was caused by one', new Error('no row', { cause: error({ code: 'ECONNRESET' }) })],
    ['a busy service', new Refusal('still-updating')],
  ])('is %s', (_what, fault) => expect(isOutage(fault)).toBe(true));

  it.each<[string, unknown]>([
    ['an error of the program', new TypeError('x is undefined')],
    ['a value that does not fit', error({ code: '22P02' })],
    ['a missing value', error({ code: '23502' })],
    ['a key that is too long for its index', error({ code: '54000' })],
    ['a document that is refused', error({ statusCode: 400 })],
    ['a business no', new Refusal('folder/not-found')],
    ['what was caused by an error of the program', new Error('no row', { cause: new TypeError() })],
    ['no error at all', 'ECONNREFUSED'],
  ])('is not %s', (_what, fault) => expect(isOutage(fault)).toBe(false));

  it('is looked for in causes, also where they go in a circle', () => {
    const fault = new Error('it failed');
    fault.cause = fault;
    expect(isOutage(fault)).toBe(false);
  });
});

describe('an engine that is away', () => {
  it.each<[string, unknown]>([
    ['cannot be connected to', error({ code: 'ECONNREFUSED' })],
    ['ends', error({ code: '57P01' })],
    ['has waited too long for a transaction to go on', error({ code: '25P03' })],
    ['lost a connection', error({}, 'Connection terminated unexpectedly')],
    [
      'lost one between two statements',
      error({}, 'Client has encountered a connection error and is not queryable'),
    ],
    ['did not answer in time', error({}, 'Query read timeout')],
    ['is the cause', new Error('no row', { cause: error({ code: 'ECONNRESET' }) })],
  ])('%s', (_what, fault) => expect(isAway(fault)).toBe(true));

  it.each<[string, unknown]>([
    ['a table that is missing', error({ code: '42P01' })],
    ['a trigger that raises', error({ code: 'P0001' })],
    ['a request that cannot be read', error({ statusCode: 400, code: 'FST_ERR_CTP_INVALID' })],
    ['an error of the program', new TypeError('x is undefined')],
  ])('is not meant by %s', (_what, fault) => expect(isAway(fault)).toBe(false));
});
