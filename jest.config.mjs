const compile = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: { legacyDecorator: true, react: { runtime: 'automatic' } },
      target: 'es2023',
    },
    sourceMaps: true,
  },
];
const testing = '<rootDir>/packages/testing/src';

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch: testMatch.map((each) => `<rootDir>/${each}`),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/', '<rootDir>/.cache/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.([cm]?js|tsx?)$': compile },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  runtime: `${testing}/jest-runtime.mjs`,
  testEnvironment: `${testing}/jest-environment.mjs`,
  setupFilesAfterEnv: [`${testing}/jest-patience.mjs`],
  ...more,
});
const withPostgres = {
  globalSetup: `${testing}/jest-postgres.mjs`,
  globalTeardown: `${testing}/jest-teardown.mjs`,
};
const withEngines = {
  ...withPostgres,
  globalSetup: `${testing}/jest-engines.mjs`,
  setupFiles: [`${testing}/jest-own-redis.mjs`],
};
const apart = {
  ...withEngines,
  setupFiles: [...withEngines.setupFiles, `${testing}/jest-distributed.mjs`],
};

const inBrowser = { testEnvironment: '<rootDir>/tests/e2e/environment.mjs' };

/** What the standalone profile is held to, of the services apart on real engines. */
const both =
  'access,as-of,bad-input-*,employees,files,find,fingerprint,folders,home,live,operations,proxies,undo';

export default {
  // What a file leaves behind in its worker goes when the worker does.
  workerIdleMemoryLimit: '1GB',
  forceExit: true,
  testSequencer: `${import.meta.dirname}/scripts/test-order.mjs`,
  projects: [
    project(
      'unit',
      ['{packages,services,tools,infra,tests,bench}/**/*.spec.ts', 'web/src/**/*.spec.ts'],
      {
        testPathIgnorePatterns: ['/node_modules/', '/tests/e2e/', '\\.(int|engine)\\.spec\\.ts$'],
      },
    ),
    project('integration', ['{packages,services,tools,tests}/**/*.int.spec.ts'], withPostgres),
    project('engines', ['{packages,services,tools,infra,tests}/**/*.engine.spec.ts'], withEngines),
    project('distributed', [`tests/system/{${both}}.int.spec.ts`], apart),
    project('e2e', ['tests/e2e/**/*.spec.ts'], {
      ...inBrowser,
      globalSetup: '<rootDir>/tests/e2e/jest-prepared.mjs',
      globalTeardown: `${testing}/jest-teardown.mjs`,
    }),
    // What lies under the other screens is held to the same by the project before.
    project('e2e-distributed', ['tests/e2e/live.spec.ts'], {
      ...apart,
      ...inBrowser,
    }),
  ],
};
