/** Who may import whom: data flows one way through the folders. `tests/architecture` breaks each rule. */

const tests = ['\\.spec\\.tsx?$', '/test-[^/]+\\.tsx?$', '/contract[^/]*\\.ts$', '^tests/'];

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

/** The packages that a package may use; those above them are the profiles, HTTP, the services and the tools. */
const below = {
  domain: ['contracts'],
  platform: ['contracts'],
  privacy: ['contracts', 'platform'],
  'event-log': ['contracts', 'domain', 'platform', 'privacy'],
  transparency: ['contracts', 'event-log', 'platform'],
  files: ['contracts', 'platform'],
  search: ['contracts', 'event-log', 'platform'],
  identity: ['contracts', 'platform'],
  backup: ['contracts', 'event-log', 'files', 'platform'],
};
const knowsOnly = ([name, used]) =>
  forbid(
    `${name}-knows-what-is-below`,
    { path: `^packages/${name}/src`, pathNot: tests },
    {
      path: ['^packages/', '^services/', '^tools/', '^web/'],
      pathNot: `^packages/(${[name, ...used].join('|')})/`,
    },
  );

/** Files and folders of the packages that speak with an engine or a disk are called after it. */
const technology =
  '^packages/.*/(postgres|kafka|redis|s3|opensearch|minisearch|disk|smtp|embedded-postgres)[-./]';

module.exports = {
  forbidden: [
    forbid('no-circular', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid('resolvable', {}, { couldNotResolve: true }),
    forbid(
      'contracts-know-only-zod',
      { path: '^packages/contracts/src', pathNot: tests },
      { pathNot: ['^packages/contracts/src', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'domain-does-no-io',
      { path: '^packages/domain/src', pathNot: tests },
      { pathNot: ['^packages/(domain|contracts)/src'] },
    ),
    ...Object.entries(below).map(knowsOnly),
    forbid(
      'packages-know-no-services',
      { path: '^packages/', pathNot: tests },
      { path: ['^services/', '^tools/', '^web/'] },
    ),
    forbid(
      'technologies-are-opened-by-the-profiles',
      {
        path: '^(packages|services|tools)/([^/]+)/',
        pathNot: [...tests, '^packages/(profiles|testing)/'],
      },
      { path: technology, pathNot: ['^packages/$2/', '^packages/platform/'] },
    ),
    forbid(
      'clients-of-engines-are-for-packages',
      { path: ['^packages/http/', '^services/', '^tools/'], pathNot: tests },
      { path: technology },
    ),
    forbid(
      'services-are-given-their-ports',
      {
        path: '^services/(command|query|search-indexer|gateway)/',
        pathNot: [...tests, '^services/[^/]+/src/service\\.ts$'],
      },
      { path: '^packages/profiles/', pathNot: '/(config|ports)\\.ts$' },
    ),
    forbid(
      'commands-go-through-the-bus',
      {
        path: '^(packages|services|tools)/',
        pathNot: '^services/command/src/bus/write-side\\.ts$',
      },
      { path: '^services/command/src/command-queue\\.ts$' },
    ),
    forbid(
      'services-know-each-other-only-in-standalone',
      { path: '^services/(command|query|search-indexer|gateway)/' },
      { path: '^(services|tools)/', pathNot: '^services/$1/' },
    ),
    forbid(
      'the-product-knows-no-tests',
      { path: '^(packages|services|tools|web)/', pathNot: [...tests, '^packages/testing/'] },
      { path: ['^packages/testing/', ...tests] },
    ),
    forbid(
      'web-knows-contracts-only',
      { path: '^web/src' },
      { path: ['^services', '^tools', '^packages/(?!contracts/)'] },
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
