import type { z } from 'zod';
import { ArchiveSelection } from './archive.js';
import { commands } from './commands.js';
import {
  bodyOf,
  idempotencyKey,
  json,
  path,
  problem,
  problemSchema,
  query,
  type Json,
} from './openapi-parts.js';
import { answerOf, answerSchemas } from './openapi-answers.js';
import { OnConflict } from './on-conflict.js';
import { CSP_REPORTS, cspReportTypes } from './csp-reports.js';
import { queries } from './openapi-queries.js';
import { Discard, Redrive } from './operations.js';
import { AddPasskey, ConfirmTotp } from './second-factors.js';
import { SsoCode } from './sso.js';
import { AcceptInvitation, InviteUser } from './invitations.js';
import { NewToken } from './tokens.js';
import { StopUndo, Undo } from './undo.js';
import { ChangePassword, RequestPasswordReset, ResetPassword, SignIn, StepUp } from './users.js';
import { VERSION } from './version.js';

const onConflict = {
  ...query(
    'onConflict',
    'Where the name is taken: refuse (409 name-taken), or keep both by another name',
  ),
  schema: { type: 'string', enum: OnConflict.options },
};

/** The secret is in this answer alone. */
const webhookSecret = {
  type: 'string',
  pattern: '^whsec_',
  description: 'Signs the deliveries (Standard Webhooks); no other answer has it',
};

function commandPaths(): Json {
  const entries = Object.entries(commands).map(
    ([name, { access, body, takesOnConflict, stepUp }]) => [
      `/api/commands/${name}`,
      {
        post: {
          tags: ['commands'],
          summary: name,
          description: `For: ${access}${stepUp ? '; with a step-up' : ''}`,
          parameters: takesOnConflict ? [idempotencyKey, onConflict] : [idempotencyKey],
          requestBody: bodyOf(body),
          responses: {
            200: {
              description: 'Durable',
              ...json({
                type: 'object',
                required: ['id', 'version', 'position'],
                properties: {
                  id: { type: 'string', format: 'uuid' },
                  version: { type: 'integer' },
                  position: { type: 'string' },
                  ...(name === 'add-webhook' && { secret: webhookSecret }),
                },
              }),
            },
            default: problem,
          },
        },
      },
    ],
  );
  return Object.fromEntries(entries) as Json;
}

function queryPaths(): Json {
  return Object.fromEntries(
    queries.map(([address, summary, parameters]) => {
      const responses = { 200: answerOf(`get ${address}`), default: problem };
      return [address, { get: { tags: ['queries'], summary, parameters, responses } }];
    }),
  );
}

const write = (
  summary: string,
  schema: z.ZodType | undefined,
  status: number,
  parameters: Json[] = [],
) => ({
  tags: ['session'],
  summary,
  parameters,
  ...(schema && { requestBody: bodyOf(schema) }),
  responses: { [status]: { description: 'Done' }, default: problem },
});

/** The OpenAPI 3.1 document of the whole product, made from the schemas that requests are parsed by. */
export function openApiDocument(): Json {
  const paths = { ...commandPaths(), ...queryPaths() } as Record<string, Json>;
  paths['/api/session'] = {
    ...paths['/api/session'],
    post: {
      ...write(
        'Sign in; 401 `second-factor` with its kinds where a code or a passkey is asked for',
        SignIn,
        201,
      ),
      responses: { 201: answerOf('post /api/session'), default: problem },
    },
    delete: write('Sign out', undefined, 204),
  };
  paths['/api/step-up'] = {
    ...paths['/api/step-up'],
    post: write('Enter password and second factor again, for what needs a step-up', StepUp, 204),
  };
  paths['/api/sso/code'] = {
    post: write('The code of who has come back from single sign-on; answers `to`', SsoCode, 200),
  };
  paths['/api/me/password'] = {
    put: write('Set a password of one’s own; other sessions end', ChangePassword, 204),
  };
  paths['/api/me/sessions'] = {
    ...paths['/api/me/sessions'],
    delete: write('End all sessions of one’s own but this one', undefined, 204),
  };
  paths['/api/me/sessions/{id}'] = {
    delete: write('End a session of one’s own', undefined, 204, [path('id')]),
  };
  paths['/api/me/totp'] = {
    post: write('Begin with an authenticator app: the secret, told here only', undefined, 201),
    put: write('Confirm it with a code; answers 10 recovery codes, once', ConfirmTotp, 200),
    delete: write('Remove it, with a step-up', undefined, 204),
  };
  paths['/api/me/passkeys/options'] = {
    post: write('What a browser needs to make a passkey; `challenge` is good once', undefined, 201),
  };
  paths['/api/me/passkeys'] = {
    post: write(
      'Add the passkey that a browser made; of the first second factor, answers 10 recovery codes, once',
      AddPasskey,
      201,
    ),
  };
  paths['/api/me/passkeys/{id}'] = {
    delete: write('Remove a passkey, with a step-up', undefined, 204, [path('id')]),
  };
  paths['/api/me/recovery-codes'] = {
    post: write('New recovery codes in place of those before, with a step-up', undefined, 201),
  };
  paths['/api/users/{id}/second-factors'] = {
    delete: write('Take a lost second factor away; for: admin, with a step-up', undefined, 204, [
      path('id'),
    ]),
  };
  paths['/api/users/{id}/single-sign-on'] = {
    delete: write(
      'Whoever signs in next by single sign-on with the address has the account; for: admin, with a step-up',
      undefined,
      204,
      [path('id')],
    ),
  };
  paths['/api/commands/invite-user'] = {
    post: write(
      'Invite somebody; the link is mailed, and told here only. For: admin; a role but basic with a step-up',
      InviteUser,
      200,
    ),
  };
  paths['/api/invitations/{token}'] = {
    ...paths['/api/invitations/{token}'],
    put: write('Accept it by the team password and a password', AcceptInvitation, 204, [
      path('token'),
    ]),
  };
  paths['/api/invitations/{id}'] = {
    delete: write('Withdraw an invitation; for: admin', undefined, 204, [path('id')]),
  };
  paths['/api/password-resets'] = {
    post: write('Ask for a reset mail', RequestPasswordReset, 202),
  };
  paths['/api/password-resets/{token}'] = {
    ...paths['/api/password-resets/{token}'],
    put: write('Set a new password', ResetPassword, 204, [path('token')]),
  };
  paths['/api/undo'] = {
    ...paths['/api/undo'],
    post: write('Undo it by commands that compensate', Undo, 200, [idempotencyKey, onConflict]),
  };
  paths['/api/undo/stop'] = {
    post: write('Stop an undo of your own that is under way, by its key', StopUndo, 204),
  };
  paths['/api/archive'] = {
    post: write('A selection of folders, files and links as a ZIP', ArchiveSelection, 200),
  };
  paths['/api/me/tokens'] = {
    ...paths['/api/me/tokens'],
    post: write('Make an access token for a program; it is told here only', NewToken, 201),
  };
  paths['/api/me/tokens/{id}'] = {
    delete: write('End an access token', undefined, 204, [path('id')]),
  };
  const item = [path('kind'), path('id')];
  paths['/api/me/stars/{kind}/{id}'] = {
    put: write('Star a folder, file, link or person', undefined, 204, item),
    delete: write('Take the star away', undefined, 204, item),
  };
  paths['/api/me/follows/{id}'] = {
    put: write('Follow a folder; once more, its news are read', undefined, 204, [path('id')]),
    delete: write('Follow it no longer', undefined, 204, [path('id')]),
  };
  paths['/api/me/opened/{kind}/{id}'] = {
    put: write('Note that something was opened', undefined, 204, item),
  };
  paths['/api/me/opened'] = { delete: write('Forget what was opened', undefined, 204) };
  const csv = { 'text/csv': { schema: { type: 'string' } } };
  paths['/api/imports/employees'] = {
    post: {
      ...write('Plan an import of people, by field names as headers; for: admin', undefined, 200),
      requestBody: { required: true, content: csv },
    },
  };
  paths['/api/imports/employees/{planId}'] = {
    post: write('Carry out just that plan; for: admin', undefined, 200, [path('planId')]),
  };
  const cspReport = { schema: { type: 'object' } };
  paths[CSP_REPORTS] = {
    post: {
      ...write('What a browser tells of the content policy; counted, not kept', undefined, 204),
      requestBody: {
        required: true,
        content: Object.fromEntries(cspReportTypes.map((type) => [type, cspReport])),
      },
    },
  };
  paths['/api/uploads'] = { post: write('Begin an upload (tus 1.0)', undefined, 201) };
  paths['/api/uploads/{id}'] = {
    patch: write('Go on with an upload (tus 1.0)', undefined, 204, [path('id')]),
    delete: write('End an upload (tus 1.0)', undefined, 204, [path('id')]),
  };
  paths['/api/witness/add-checkpoint'] = {
    post: write('Witness a log of another installation (C2SP tlog-witness)', undefined, 200),
  };
  const letter = '/api/operations/dead-letters/{id}';
  const redrive = write('Try a blocked stream again', Redrive, 200, [path('id')]);
  paths[`${letter}/redrive`] = { post: redrive };
  paths[`${letter}/discard`] = { post: write('Give it up', Discard, 200, [path('id')]) };
  return {
    openapi: '3.1.0',
    info: { title: 'FEUSA', version: VERSION },
    paths,
    components: { schemas: { Problem: problemSchema, ...answerSchemas() } },
  };
}
