import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Container } from 'inversify';
import { leadsStorage } from '../../../adapters/areas/leads/storage.js';
import { storage } from '../../../adapters/storage/storage.js';
import { shopKey, table } from '../../../adapters/storage/tables/table.js';
import { SystemClock } from '../../../adapters/system-clock.js';
import { customerRecord } from '../../../application/areas/customers/customers.js';
import { leadsArea } from '../../../application/areas/leads/area.js';
import { createLead } from '../../../application/areas/leads/create-lead.js';
import { area } from '../../../application/kernel/area.js';
import { when } from '../../../application/kernel/events/reaction.js';
import { field, int } from '../../../application/kernel/fields/extra-field.js';
import { before } from '../../../application/kernel/operation/guard.js';
import { Clock } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { Assembly } from '../../../infrastructure/extensions/assembly.js';
import { extension, type Extension } from '../../../infrastructure/extensions/extension.js';
import { loadExtensions } from '../../../infrastructure/extensions/load-extensions.js';
import { requireBound } from '../../../infrastructure/modules/bindings.js';
import { command as shopOps } from '../../support/command-line.js';

const HOUSE_RULES = 'examples/house-rules/extension.ts';

class Nothing {
  check(): void {
    // It refuses nothing.
  }
  react(): Promise<void> {
    return Promise.resolve();
  }
}

const named = (name: string, rest: Partial<Extension> = {}): Extension => extension({ name, about: 'A test.', ...rest });

describe('an extension that does not fit', () => {
  const other = { ...createLead, name: 'loaners.create' };
  const unknown = { ...when('lead.created', Nothing, []), kind: 'lead.eaten' };
  it.each<[string, Extension[], string]>([
    ['has the name of another', [named('one'), named('one')], 'the extension one is declared twice'],
    ['has an area of the service', [named('one', { areas: [leadsArea] })], 'the area leads is declared twice'],
    [
      'has a route of the service',
      [named('one', { areas: [area({ name: 'loaners', about: 'Cars.', operations: [other] })] })],
      'the route POST /leads is declared twice',
    ],
    ['has a table of the service', [named('one', { storages: [{ ...leadsStorage, migrations: [] }] })], 'the table leads is'],
    [
      'has a field that another adds to the same records',
      ['one', 'two'].map((name) => named(name, { fields: [field(customerRecord, 'points', int())] })),
      'the field x_points of customers is declared twice',
    ],
    [
      'has a table with the name of the one for its fields',
      [
        named('one', {
          fields: [field(customerRecord, 'points', int())],
          storages: [storage({ tables: [table('x_one_customers', { shopId: shopKey })] })],
        }),
      ],
      'the table x_one_customers is declared twice',
    ],
    [
      'binds a port that another binds',
      ['one', 'two'].map((name) => named(name, { provides: [provide(Clock, SystemClock, [])] })),
      'the port Clock is bound twice',
    ],
    [
      'guards an operation that is not served',
      [named('one', { guards: [before(other, Nothing, [], [])] })],
      'the extension one guards loaners.create, which this service does not serve',
    ],
    [
      'has a guard with a code of the service',
      [named('one', { guards: [{ ...before(createLead, Nothing, [], []), errors: ['not_implemented' as 'conflict'] }] })],
      'a guard of the extension one cannot refuse with not_implemented, only with forbidden, not_found, conflict, validation_error',
    ],
    [
      'reacts to events that nobody announces',
      [named('one', { reactions: [unknown] })],
      'the extension one reacts to lead.eaten, which this service does not announce',
    ],
  ])('because it %s is refused before the start', (_, extensions, reason) => {
    expect(() => new Assembly(extensions)).toThrow(reason);
  });

  it('because nothing provides a port of it is refused, and the port is named', () => {
    expect(() => {
      requireBound(new Container(), 'the operation loaners.create', [Clock]);
    }).toThrow('the operation loaners.create needs the port Clock, which nothing provides');
  });

  it('is not one whose own port has the name of another extension’s port', () => {
    const portOf = (): typeof Clock => {
      abstract class Rates extends Clock {}
      return Rates;
    };
    const extensions = ['one', 'two'].map((name) => named(name, { provides: [provide(portOf(), SystemClock, [])] }));
    expect(new Assembly(extensions).provides.map(({ port }) => port.name)).toEqual(['Rates', 'Rates']);
  });

  it('because of its name is refused where it is declared', () => {
    expect(() => named('House Rules')).toThrow('the name of an extension is in kebab-case, not "House Rules"');
  });

  it.each([
    ['loyaltyNumber', 'the name of a field is at most 40 characters in snake_case, not "loyaltyNumber"'],
    ['x'.repeat(41), 'the name of a field is at most 40 characters in snake_case, not "x'],
    ['shop_id', 'a field cannot have the name shop_id: each table of an extension has this column'],
  ])('because of the name of a field is refused where it is declared: %s', (name, reason) => {
    expect(() => field(customerRecord, name, int())).toThrow(reason);
  });
});

let folder: string;
beforeAll(async () => {
  // The module finds the service's package from here, as any module of the checkout does.
  folder = await mkdtemp(resolve('examples', 'test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const moduleOf = (name: string): string =>
  `import { extension } from 'shop-operations-api/infrastructure/extensions/extension.js';
   export const made = extension({ name: '${name}', about: 'A test.' });`;

describe('the modules of extensions', () => {
  const namesIn = async (named: readonly string[]): Promise<string[]> =>
    (await loadExtensions(named, folder)).map(({ name }) => name);

  it('are none by default, or shop-ops.config in the working directory', async () => {
    expect(await namesIn([])).toEqual([]);
    await writeFile(join(folder, 'shop-ops.config.mjs'), moduleOf('by-default'));
    expect(await namesIn([])).toEqual(['by-default']);
    await writeFile(join(folder, 'shop-ops.config.ts'), moduleOf('typed'));
    expect(await namesIn([])).toEqual(['typed']);
  });

  it('are named by a path from the working directory, by a whole path, or by the name of a package', async () => {
    await mkdir(join(folder, 'node_modules/our-rules'), { recursive: true });
    await writeFile(join(folder, 'node_modules/our-rules/package.json'), '{ "type": "module", "exports": "./main.js" }');
    await symlink(resolve('.'), join(folder, 'node_modules/shop-operations-api'));
    await writeFile(join(folder, 'node_modules/our-rules/main.js'), moduleOf('of-a-package'));
    await writeFile(join(folder, 'local.mjs'), moduleOf('local'));
    expect(await namesIn(['our-rules', './local.mjs'])).toEqual(['of-a-package', 'local']);
    expect(await namesIn([join(folder, 'local.mjs')])).toEqual(['local']);
  });
});

describe('npx shop-ops extensions', () => {
  it('lists what a module in TypeScript adds', async () => {
    const { exitCode, document } = await shopOps({ EXTENSIONS: HOUSE_RULES }, '--json', 'extensions');
    expect([exitCode, document]).toMatchObject([
      0,
      [
        {
          name: 'house-rules',
          guards: [
            { operation: 'leads.create', guard: 'RefuseBlockedDomains', errors: ['validation_error'] },
            { operation: 'customers.create', guard: 'RefuseBlockedDomains', errors: ['validation_error'] },
          ],
          reactions: [{ event: 'task.completed', reaction: 'NoteCompletedTask' }],
          ports: [{ port: 'BlockedDomains', implementation: 'ListedDomains' }],
        },
      ],
    ]);
  });

  it('knows the modules that are compiled already, and several of them', async () => {
    const compiled = join(folder, 'plain.mjs');
    await writeFile(compiled, moduleOf('plain'));
    const { stdout } = await shopOps({ EXTENSIONS: `${HOUSE_RULES}, ${compiled}` }, 'extensions');
    expect(stdout).toContain('house-rules: ');
    expect(stdout).toContain('plain: A test.');
  });

  it('compiles a module for a deployment without a compiler', async () => {
    const file = join(folder, 'house-rules.mjs');
    expect((await shopOps({}, 'extensions', 'build', HOUSE_RULES, file)).stdout).toBe(`Wrote ${file}.\n`);
    expect((await shopOps({ EXTENSIONS: file }, 'extensions')).stdout).toContain('NoteCompletedTask when task.completed');
    const { exitCode, stderr } = await shopOps({}, 'extensions', 'build', 'examples/nowhere.ts', file);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('examples/nowhere.ts cannot be compiled: ')]);
  });

  it('compiles the module that EXTENSIONS will name, and prints help, while the module is not there', async () => {
    const file = join(folder, 'later.mjs');
    expect(await shopOps({ EXTENSIONS: file }, '--help')).toMatchObject({ exitCode: 0 });
    expect(await shopOps({ EXTENSIONS: file }, 'extensions', 'build', HOUSE_RULES, file)).toMatchObject({ exitCode: 0 });
    expect((await shopOps({ EXTENSIONS: file }, 'extensions')).stdout).toContain('house-rules: ');
  });

  it.each([
    ['is not there', 'examples/nowhere.ts', 'shop-ops: the extension examples/nowhere.ts cannot be loaded: '],
    ['exports no extension', 'bin/build.mjs', 'shop-ops: bin/build.mjs exports no extension: it must export what extension()'],
    ['has a fault', 'broken.ts', 'broken.ts cannot be loaded: '],
  ])('says in one line why a module that %s cannot be used', async (_, module, reason) => {
    await writeFile(join(folder, 'broken.ts'), 'export const = 1;');
    const path = module === 'broken.ts' ? join(folder, module) : module;
    const { exitCode, stderr } = await shopOps({ EXTENSIONS: path }, 'extensions');
    expect([exitCode, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(reason);
  });

  it('refuses a set with which the service would not start, as the printing of the document does', async () => {
    for (const asked of ['extensions', 'openapi']) {
      const { exitCode, stderr } = await shopOps({ EXTENSIONS: `${HOUSE_RULES},${HOUSE_RULES}` }, asked);
      expect([exitCode, stderr]).toEqual([1, 'shop-ops: the extension house-rules is declared twice\n']);
    }
  });

  it('has the fields of extensions in its list, in the document that it prints, and in the template of a file', async () => {
    const settings = { EXTENSIONS: 'examples/loyalty/extension.ts' };
    expect((await shopOps(settings, 'extensions')).stdout).toContain('fields      customers.x_loyalty_number');
    const { document } = await shopOps(settings, '--json', 'openapi');
    expect(document.components.schemas.Customer.properties).toHaveProperty('x_loyalty_number');
    expect((await shopOps(settings, 'import', 'customers', '--template')).stdout).toContain('x_loyalty_number');
  });

  it('has the errors of guards and the operations of extensions in the document that it prints', async () => {
    const module = join(folder, 'refuse-all.ts');
    await writeFile(
      module,
      `import { before } from 'shop-operations-api/application/kernel/operation/guard.js';
       import { createLead } from 'shop-operations-api/application/areas/leads/create-lead.js';
       import { extension } from 'shop-operations-api/infrastructure/extensions/extension.js';
       class Refuse { check(): void {} }
       export const refuseAll = extension({ name: 'refuse-all', about: '-', guards: [before(createLead, Refuse, [], ['forbidden'])] });`,
    );
    const { document } = await shopOps({ EXTENSIONS: module }, '--json', 'openapi');
    expect(document.paths['/leads'].post.responses['403'].$ref).toContain('OrForbidden');
  });
});
