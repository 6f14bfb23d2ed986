import { defineConfig } from 'vitest/config';

/** How long a poll may take on a busy machine; what holds at once costs nothing of it. */
const expectWith = { poll: { timeout: 15_000 } };
const node = { environment: 'node' as const, pool: 'forks' as const, expect: expectWith };

/** Much of what they do is to wait: two at a time, before all those that need the machine. */
const together = { ...node, maxWorkers: 2, sequence: { groupOrder: 0 } };
const browsers = { ...node, maxWorkers: 2, sequence: { groupOrder: 1 } };
const alone = { ...node, maxWorkers: 1, sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...together,
          name: 'unit',
          include: ['{packages,services,infra}/**/*.spec.ts', 'web/src/**/*.spec.ts'],
          exclude: ['**/*.{int,engine}.spec.ts', '**/node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...together,
          name: 'integration',
          include: ['{packages,services}/**/*.int.spec.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testing/src/postgres-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...alone,
          name: 'engines',
          include: ['{packages,services,infra}/**/*.engine.spec.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testing/src/engines-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        // What the standalone profile is held to, of the services apart on real engines.
        test: {
          ...alone,
          name: 'distributed',
          env: { FEUSA_TEST_PROFILE: 'distributed' },
          include: [
            'services/standalone/src/{access,as-of,bad-input-*,employees,files,fingerprint,folders,live,operations,proxies,undo}.int.spec.ts',
          ],
          globalSetup: ['packages/testing/src/engines-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...browsers,
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...alone,
          name: 'e2e-distributed',
          env: { FEUSA_TEST_PROFILE: 'distributed' },
          include: ['e2e/{files,live,people}.spec.ts'],
          globalSetup: ['packages/testing/src/engines-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
