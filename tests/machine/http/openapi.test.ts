import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../../../adapters/http/openapi.js';
import { ERROR_CODES } from '../../../domain/shared/errors.js';
import { refusingOperation } from './refusing-operation.js';
import { operations, registry } from '../../support/registry.js';
import { startTestService, type TestService } from '../../support/service.js';

interface Entry {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}
interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  readonly components: {
    readonly responses: Readonly<
      Record<string, { readonly content: { readonly 'application/json': { readonly examples: object } } }>
    >;
  };
}

const document = openApiDocument({ ...registry, operations: [...operations, refusingOperation] }) as Document;
const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ path, method: method.toUpperCase(), entry })),
);

describe('the OpenAPI document', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ operations: [...operations, refusingOperation] });
  });

  afterAll(() => service.stop());

  it('is served without a key', async () => {
    const answer = await service.as(null).get('/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Shop Operations Service API', version: '1.0.0', license: { identifier: 'MIT' } },
    });
    expect(answer.body).toEqual(document);
  });

  it.each(operations.map((operation) => ({ operation, name: operation.name })))(
    'has $name on every surface of the operation',
    ({ operation }) => {
      const { route, capability, name } = operation;
      if (route) {
        const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
        expect(document.paths[path]?.[route.method.toLowerCase()]).toMatchObject({ operationId: route.operationId ?? name });
      }
      if (capability) {
        expect(document.paths[`/${name.replace('.', '/')}`]?.['post']).toMatchObject({ operationId: `capability.${name}` });
      }
      expect(route ?? capability).toBeDefined();
    },
  );

  it('has no entry without an endpoint, and marks the entries that need a key', async () => {
    for (const { path, method, entry } of entries) {
      const { status } = await service
        .as(null)
        .send(method, `/api/v1${path.replaceAll(/\{\w+\}/g, '0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10')}`, {});
      expect({ path, method, status }).toEqual({ path, method, status: entry.security ? 200 : 401 });
    }
  });

  it('gives every entry an id of its own', () => {
    const ids = entries.map(({ entry }) => entry.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(ERROR_CODES)('declares %s at every status at which it is answered', async (code) => {
    const { full } = await service.shop();
    const { status } = await full.post('/refusals', { code });
    const { $ref = '' } = document.paths['/refusals']?.['post']?.responses[String(status)] ?? {};
    const described = document.components.responses[$ref.split('/').at(-1) ?? ''];
    expect(described?.content['application/json'].examples).toHaveProperty(code);
    expect(document.info.description).toContain(`| ${status} | \`${code}\` |`);
  });

  it('declares no success for an operation that never succeeds', () => {
    const statuses = Object.keys(document.paths['/refusals']?.['post']?.responses ?? {});
    expect(statuses).toContain('501');
    expect(statuses.filter((status) => status.startsWith('2'))).toEqual([]);
  });

  it('passes the linter’s recommended rules', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(registry)));
    const { totals, problems } = await lint(folder);
    await rm(folder, { recursive: true });
    // No id is the word `by-external-id`, so these paths are not ambiguous.
    const found = problems.filter(
      ({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !message.includes('/by-external-id/'),
    );
    // The linter must find only this: the creation of a job has no successful answer, because it is not implemented.
    const never = {
      ruleId: 'operation-2xx-response',
      severity: 'warn',
      location: [{ pointer: '#/paths/~1jobs/post/responses' }],
    };
    expect(found).toMatchObject([never]);
    expect(totals.errors).toBe(0);
  });
});

interface Report {
  readonly totals: { readonly errors: number };
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}

/** Runs the linter in an empty folder, so that no configuration or ignore file of the machine applies. */
function lint(folder: string): Promise<Report> {
  const cli = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [cli, 'lint', '--extends', 'recommended', '--format', 'json', 'openapi.json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, env, timeout: 15_000 }, (error, stdout) => {
      // The linter exits with 1 when it found an error, but its report is complete.
      if (stdout === '') reject(error ?? new Error('the linter said nothing'));
      else resolve(JSON.parse(stdout) as Report);
    });
  });
}
