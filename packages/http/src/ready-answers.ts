import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session, Sessions } from '@feusa/identity/sessions/port';
import { httpDuration } from '@feusa/platform/telemetry/metrics';
import { isTracing } from '@feusa/platform/telemetry/tracing';
import { endWithJson, type ReadyJson } from './json.js';
import { knownUser } from './request.js';

/** What of a request an answer follows from; `id` is set where the route ends with one. */
export interface ReadyQuery {
  readonly id?: string;
  /** As it stands in the address, '' for none. */
  readonly query: string;
  readonly by: Session['user'];
}

/** What is answered with 200 out of memory; undefined where the route has to say. */
export type ReadyAnswer = (asked: ReadyQuery) => ReadyJson | undefined;

/** By address, such as `/api/folders` and `/api/folders/:id`, of what every signed-in person may ask for. */
export type ReadyAnswers = Readonly<Record<string, ReadyAnswer>>;

const ADDRESS = /^(\/api\/[a-z]+)(?:\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?(?:\?(.*))?$/;

/**
 * Answers what lies ready before a request takes the way of all others, which costs several times as much.
 * Only what nothing is special about: whoever is not known at once, sends a token of a program, lacks a second
 * factor or asks for what is not there is left to the route, and so is a part of a trace.
 * @returns whether it has answered
 */
export const answerReady =
  (
    answers: ReadyAnswers,
    sessions: Pick<Sessions, 'known'>,
    headers: readonly string[],
  ): ((request: IncomingMessage, response: ServerResponse) => boolean) =>
  (request, response) => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false;
    const [, resource, id, query = ''] = ADDRESS.exec(request.url ?? '') ?? [];
    if (resource === undefined) return false;
    const route = id === undefined ? resource : `${resource}/:id`;
    const answer = answers[route];
    const by = answer && callerOf(request, sessions);
    const ready = by && answer({ ...(id !== undefined && { id }), query, by });
    if (!ready) return false;
    const began = performance.now();
    response.on('finish', () => {
      const seconds = (performance.now() - began) / 1000;
      httpDuration.observe({ method: 'GET', route, status: '2xx' }, seconds);
    });
    endWithJson(response, ready, { headers, accepted: request.headers['accept-encoding'] });
    return true;
  };

function callerOf({ headers }: IncomingMessage, sessions: Pick<Sessions, 'known'>) {
  if (isTracing() && headers.traceparent !== undefined) return undefined;
  return knownUser(headers, sessions);
}
