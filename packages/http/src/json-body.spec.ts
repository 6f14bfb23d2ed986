import { createLog } from '@feusa/platform/telemetry/log';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { parsed } from './parsed.js';
import { createHttpApp } from './server.js';

@Controller('things')
class Things {
  @Delete(':id')
  remove(@Param('id') id: string) {
    return { id };
  }

  @Post()
  add(@Body(parsed(z.strictObject({ name: z.string() }))) { name }: { name: string }) {
    return { name };
  }
}

let app: NestFastifyApplication;
let address: string;
beforeAll(async () => {
  const log = createLog({ level: 'silent' });
  const module = { module: class {}, controllers: [Things] };
  app = await createHttpApp(module, { origin: { reachedAddress: true }, log });
  await app.listen(0, '127.0.0.1');
  address = `http://127.0.0.1:${(app.getHttpServer().address() as { port: number }).port}/things`;
});
afterAll(() => app.close());

const headers = { 'content-type': 'application/json' };

it('no body is none, although its type is named', async () => {
  const removed = await fetch(`${address}/7`, { method: 'DELETE', headers });
  expect([removed.status, await removed.json()]).toEqual([200, { id: '7' }]);
});

it('is asked for where it is needed', async () => {
  const answer = await fetch(address, { method: 'POST', headers, body: '' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid', fields: { body: 'Required' } });
});

it('of blanks alone is no JSON', async () => {
  const answer = await fetch(address, { method: 'POST', headers, body: ' ' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).not.toHaveProperty('fields');
});
