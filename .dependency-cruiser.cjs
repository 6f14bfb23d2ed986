/** Who may import whom: data flows one way through the folders. `packages/architecture` breaks each rule. */

const spec = [
  '\\.spec\\.tsx?$',
  '/test-[^/]+\\.tsx?$',
  '/(contract|samples|independent|invented|scenario|decider-spec|folders-model)[^/]*\\.ts$',
];
const ports = '^packages/adapters/src/[^/]+/(staging-)?port\\.ts$';
const innerPorts = '^packages/adapters/src/transparency/[^/]+/port\\.ts$';
/** Not technologies: functions and figures that stand beside a port. */
const shared =
  '/(progress|canonical|chain|checkpoint|merkle|hashing|policy|token|disk-faults|parking|error-text|compare|expectations|person-changes|text|lookups|key-file|ledger-text|people-erased)\\.ts$';
/** Opens them all, for whoever only knows the ports. */
const open = '^packages/adapters/src/open/';
const technology = {
  path: '^packages/adapters/src/[^/]+/',
  pathNot: [ports, innerPorts, shared, open],
};

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid('no-circular', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid('resolvable', {}, { couldNotResolve: true }),
    forbid(
      'contracts-know-only-zod',
      { path: '^packages/contracts/src', pathNot: spec },
      { pathNot: ['^packages/contracts/src', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'domain-knows-only-contracts',
      { path: '^packages/domain/src', pathNot: spec },
      { pathNot: ['^packages/(domain|contracts)/src'] },
    ),
    forbid(
      'adapters-know-no-services',
      { path: '^packages/adapters/src' },
      { path: ['^services', '^web', '^packages/http'] },
    ),
    forbid(
      'telemetry-knows-no-other-part',
      { path: '^packages/telemetry/src' },
      { path: ['^packages/(?!telemetry/)', '^services', '^web'] },
    ),
    forbid('http-knows-ports-only', { path: '^packages/http/src', pathNot: spec }, technology),
    forbid(
      'http-knows-no-services',
      { path: '^packages/http/src' },
      { path: ['^services', '^web'] },
    ),
    forbid(
      'services-open-no-technology',
      { path: '^services/', pathNot: spec },
      { ...technology, pathNot: [...technology.pathNot, '/embedded-postgres/(server|find)\\.ts$'] },
    ),
    forbid(
      'only-standalone-runs-a-database',
      { path: '^services/(command|query|search-indexer)/', pathNot: spec },
      { path: '/embedded-postgres/' },
    ),
    forbid(
      'services-are-given-their-ports',
      {
        path: '^services/(command|query|search-indexer)/',
        pathNot: [...spec, '^services/[^/]+/src/service\\.ts$'],
      },
      { path: '/adapters/src/open/(standalone|distributed|database|transparency|mail)\\.ts$' },
    ),
    forbid(
      'commands-go-through-the-bus',
      { path: '^(packages|services)/', pathNot: '^services/command/src/bus/write-side\\.ts$' },
      { path: '^services/command/src/command-queue\\.ts$' },
    ),
    forbid(
      'services-know-each-other-only-in-standalone',
      { path: '^services/(command|query|search-indexer|gateway)/' },
      { path: '^services/', pathNot: '^services/$1/' },
    ),
    forbid(
      'technologies-are-opened-in-one-place',
      { path: '^packages/adapters/src/([^/]+)/', pathNot: [...spec, open] },
      {
        path: technology.path,
        pathNot: [
          ...technology.pathNot,
          '^packages/adapters/src/$1/',
          '/postgres/(pool|leader)\\.ts$',
          '/(event-log/kafka-connection|redis/connect|search/opensearch/engine)\\.ts$',
          '/adapters/src/s3/',
          '/(relay-)?(schema|references)\\.ts$',
        ],
      },
    ),
    forbid(
      'the-product-knows-no-tests',
      {
        path: '^(packages|services|web)/',
        pathNot: ['^packages/(testing|architecture)/', ...spec],
      },
      { path: ['^packages/(testing|architecture)/', ...spec] },
    ),
    forbid(
      'web-knows-contracts-only',
      { path: '^web/src' },
      { path: ['^services', '^packages/(?!contracts/)'] },
    ),
    forbid(
      'web-features-stand-alone',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'web-features-do-not-know-the-app',
      { path: '^web/src/(features|shared)' },
      { path: '^web/src/(app|main)' },
    ),
    forbid(
      'web-shared-knows-no-feature',
      { path: '^web/src/shared' },
      { path: '^web/src/features' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$|^dist' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
