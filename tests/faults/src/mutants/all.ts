import type { Mutant } from './mutant.js';

const EVENT_LOG = 'packages/event-log/src';

/** Faults that nobody must be able to bring in unnoticed. */
export const mutants: readonly Mutant[] = [
  {
    name: 'bigserial',
    wrong: 'positions come from a sequence, and nobody holds the head of the log',
    sql: 'create sequence public.positions; grant usage on sequence public.positions to public',
    scenario: 'F11',
    // Holes, and what is never read as it came into one.
    found: /^(?:I3: position \d+ follows|I5: \w+ has) /,
    patches: [
      {
        file: 'services/command/src/command-queue.ts',
        edits: [['const BATCH = 256;', 'const BATCH = 1;']],
      },
      {
        file: `${EVENT_LOG}/store/append.ts`,
        edits: [
          [
            'update log.head set position = $2, hash = $3 where position = $1 and hash = $4 ${where}\n  returning true',
            'select true where ($1::bigint, $2::bigint, $3::bytea, $4::bytea) is not null ${where}',
          ],
          [
            'const placed = prepare(batch, keys);\n',
            `const { rows } = await pool.query("select nextval('public.positions') as position");
            const position = Number(rows[0].position);
            const expected = { ...batch.expected, position: position - 1 };
            const placed = prepare({ ...batch, expected }, keys);
            `,
          ],
          [
            'subjectKeys.remember(keys.made);',
            `subjectKeys.remember(keys.made);
            const head = 'update log.head set position = greatest(position, $1)';
            await pool.query(head, [position]);`,
          ],
          [
            "const recorded = await inTransaction(pool, async (client) => {\n    await client.query('select from log.head for update');",
            `const free = await decide();
            if (free.events.length + free.answers.length === 0) return [];
            return (await write({ pool, subjectKeys }, free))!;
            const recorded = await inTransaction(pool, async (client) => {`,
          ],
        ],
      },
    ],
  },
  {
    name: 'ack-before-commit',
    wrong: 'commands are answered before they are durable',
    scenario: 'F1',
    found: /^I1:/,
    patches: [
      {
        file: 'services/command/src/command-queue.ts',
        edits: [
          [
            'const recorded = await observeAppend(\n      () => decided,\n      () => this.store.append(decided),',
            `for (const [index, { settle }] of batch.entries()) {
              const outcome = decided.outcomes[index]!;
              if (!(outcome instanceof Fault)) settle(outcome);
            }
            const recorded = await observeAppend(
              () => decided,
              () => this.store.append(decided),`,
          ],
        ],
      },
    ],
  },
  {
    name: 'keys-not-kept',
    wrong: 'the answer of an idempotency key is not stored with the event',
    scenario: 'F2',
    found: /^I2:/,
    patches: [
      {
        file: 'services/command/src/decide-batch.ts',
        edits: [['      answers.push(answer);\n', '']],
      },
    ],
  },
  {
    name: 'checkpoint-apart',
    wrong: 'the checkpoint is saved in a transaction of its own, ahead of the rows',
    scenario: 'F38',
    found: /^I5: \w+ has /,
    patches: [
      {
        file: 'services/query/src/read-model/database.ts',
        edits: [
          [
            'const values: unknown[] = [NAME, position, known];',
            `const values: unknown[] = [NAME, position, known];
            const ahead = \`update "\${this.schema}".checkpoints set position = greatest(position, $2) where name = $1\`;
            await this.source.query(ahead, [NAME, position]);
            await new Promise((later) => setTimeout(later, 60));`,
          ],
        ],
      },
    ],
  },
  {
    name: 'no-gap-fetch',
    wrong: 'what is missing between two messages is never read from the log',
    scenario: 'F23',
    found: /^I5: \w+ has /,
    patches: [
      {
        file: `${EVENT_LOG}/subscription/subscription.ts`,
        edits: [
          ['if (event.position > position + due.length + 1) break;', ''],
          [
            'if (event.position === position + due.length + 1) due.push(event);',
            'if (event.position > (due.at(-1)?.position ?? position)) due.push(event);',
          ],
        ],
      },
      {
        file: 'services/query/src/read-model/projector.ts',
        edits: [
          [
            'const due = event.version === version + 1 ? [event] : await this.gap(event, version);',
            'const due = [event];',
          ],
        ],
      },
    ],
  },
  {
    name: 'no-tombstones',
    wrong: 'whoever is removed is deleted from the index without a trace',
    scenario: 'F19',
    found: /a removed person is in the index again/,
    patches: [
      {
        file: 'packages/search/src/opensearch.ts',
        edits: [
          [
            'some.map((each) => ({ source: removalOf(each) }));',
            'some.map(({ id, version }) => ({ id, version }));',
          ],
        ],
      },
    ],
  },
];
