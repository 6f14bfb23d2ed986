import createClient from 'openapi-fetch';
import type { Connection } from '../import/connection.js';
import type { paths } from './api.js';

/** What of the document is a command, by its name. */
type Commands = {
  [
    Address in keyof paths as Address extends `/api/commands/${infer Name}` ? Name : never
  ]: paths[Address] extends {
    post: infer Call;
  }
    ? Call
    : never;
};
export type CommandName = keyof Commands & string;
type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
export type CommandBody<Name extends CommandName> = Json<Commands[Name]['requestBody']>;
export type CommandAnswer<Name extends CommandName> = Json<Commands[Name]['responses'][200]>;

/**
 * The product's API, typed by its own document. Each call is tried again as `Connection.ask` does, and what is refused
 * is thrown, so that `data` is always there.
 */
export const clientOf = (connection: Connection, patienceMs?: number) =>
  createClient<paths>({
    baseUrl: connection.address,
    fetch: (request: Request) => connection.fetch(request, patienceMs),
  });
