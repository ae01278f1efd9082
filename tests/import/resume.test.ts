import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportErrorFile } from '../../adapters/files/import-error-file.js';
import { openImportFile } from '../../adapters/files/import-file-source.js';
import { Shops } from '../../application/access/shops.js';
import { ImportFile, type ImportResult, type ImportWatch } from '../../application/import/import-file.js';
import { columnsOf } from '../../application/import/import-line.js';
import { ImportStore } from '../../application/import/import-store.js';
import { Clock } from '../../application/ports/clock.js';
import { Ids } from '../../application/ports/ids.js';
import { bareEnvironment, shopOps } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { ImportFiles } from '../support/import-files.js';
import { kindNamed } from '../support/importing.js';
import { startTestService, type TestService, type TestShop } from '../support/service.js';

let service: TestService;
let files: ImportFiles;

beforeAll(async () => {
  service = await startTestService();
  files = await ImportFiles.open();
});
afterAll(async () => {
  await service.stop();
  await files.close();
});

/** Lines that make, change, take from each other, and are bad. */
function lines(count: number): string {
  const row = (index: number): string => {
    if (index % 23 === 5) return `C-${index},No phone,,12`;
    if (index % 29 === 7) return `C-${index},"stray`;
    if (index % 11 === 3) return `C-${index - 2},Changed ${index},moved.${index}@example.com,`;
    if (index % 13 === 4) return `C-${index},Takes over,c${index - 3}@example.com,`;
    if (index % 31 === 0) return `,Nameless elsewhere,,613555${String(index).padStart(4, '0')}`;
    return `C-${index},Name ${index},c${index}@example.com,`;
  };
  return `external_id,name,email,phone\n${Array.from({ length: count }, (_, index) => row(index + 1)).join('\n')}\n`;
}

interface Interrupt {
  /** which batch */
  readonly batch: number;
  /** before its transaction is committed, or after */
  readonly when: 'before' | 'after';
}

class Killed extends Error {}

async function run(shop: TestShop, path: string, interrupt: Interrupt | null): Promise<ImportResult> {
  const { container } = service;
  const importFile = new ImportFile(container.get(ImportStore), container.get(Shops), container.get(Ids), container.get(Clock), 7);
  const errors = new InterruptedErrors(`${path}.errors`, interrupt?.when === 'before' ? interrupt.batch : Infinity);
  let batches = 0;
  const watch: ImportWatch = {
    resumed: () => undefined,
    unknownColumn: () => undefined,
    progressed: () => {
      batches += 1;
      if (interrupt?.when === 'after' && batches >= interrupt.batch) throw new Killed();
    },
  };
  const kind = kindNamed('customers');
  const source = await openImportFile(path, 'csv', columnsOf(kind.row));
  const command = { shop: shop.id, kind, source, errors, origin: 'import', restore: false, strict: false, dryRun: false } as const;
  return importFile.execute(command, watch).finally(() => errors.close());
}

class InterruptedErrors extends ImportErrorFile {
  private batches = 0;

  constructor(path: string, private readonly at: number) {
    super(path);
  }

  override async add(errors: Parameters<ImportErrorFile['add']>[0]): Promise<void> {
    await super.add(errors);
    this.batches += 1;
    if (this.batches >= this.at) throw new Killed();
  }
}

async function stored(shop: Pick<TestShop, 'id'>): Promise<unknown> {
  return {
    rows: await service.sql(
      `select name, email, phone, external_id, origin, version, search_text, created_at from customers where shop_id = $1 order by external_id, email`,
      [shop.id],
    ),
    counted: await service.sql('select sum(n)::int as n from record_counts where shop_id = $1', [shop.id]),
  };
}

/** Without the ids of records, which are others in every shop. */
async function errorsIn(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replace(/existing id: [0-9a-f-]{36}/g, 'existing id');
}

it('an import that is killed at ten random points and started again comes to the same', async () => {
  const path = await files.write('resumed.csv', lines(200));
  const [undisturbed, disturbed] = [await service.shop(), await service.shop()];
  const whole = await run(undisturbed, path, null);
  const errors = await errorsIn(`${path}.errors`);
  expect(whole).toMatchObject({ read: 200 });
  expect(Math.min(whole.created, whole.updated, whole.skipped)).toBeGreaterThan(5);

  let interrupts = 0;
  const again = async (): Promise<ImportResult> => {
    const interrupt = interrupts < 10 ? { batch: 1 + Math.floor(Math.random() * 3), when: Math.random() < 0.5 ? 'before' : 'after' } as const : null;
    interrupts += 1;
    return run(disturbed, path, interrupt).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return again();
    });
  };
  expect(await again()).toEqual(whole);
  expect(interrupts).toBeGreaterThan(10);
  expect(await errorsIn(`${path}.errors`)).toBe(errors);
  expect(await stored(disturbed)).toEqual(await stored(undisturbed));
});

it('an import that has come to its end begins from the start when it comes again, and so does another file', async () => {
  const shop = await service.shop();
  const path = await files.write('ended.csv', 'external_id,name,phone\nC-1,Dana,6135550142\n');
  expect(await run(shop, path, null)).toMatchObject({ read: 1, created: 1 });
  expect(await run(shop, path, null)).toMatchObject({ read: 1, created: 0, unchanged: 1 });
  await expect(run(shop, path, { batch: 1, when: 'after' })).rejects.toThrow(Killed);
  const other = await files.write('ended.csv', 'external_id,name,phone\nC-1,Dana,6135550142\nC-2,Robin,6135550143\n');
  expect(await run(shop, other, null)).toMatchObject({ read: 2, created: 1, unchanged: 1 });
});

it('a process that is killed leaves nothing half done, and the next one goes on', async () => {
  const count = 30_000;
  const path = await files.write('killed.csv', lines(count));
  const [undisturbed, disturbed] = [await service.shop(), await service.shop()];
  const settings = { DATABASE_URL: service.databaseUrl, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: files.folder, NODE_ENV: 'test' };
  const args = (shop: TestShop): string[] => ['import', 'customers', path, '--shop', shop.id, '--json'];
  const whole = await shopOps(settings, ...args(undisturbed));
  const errors = await errorsIn(`${path}.errors.ndjson`);
  for (let kills = 0; kills < 3; kills += 1) await killed(settings, args(disturbed), disturbed.id, kills);
  const rest = await shopOps(settings, ...args(disturbed));
  expect([rest.exitCode, rest.document]).toEqual([3, whole.document]);
  expect(rest.stderr).toContain('customers: going on after line ');
  expect(await errorsIn(`${path}.errors.ndjson`)).toBe(errors);
  const [one, other] = [await stored(undisturbed), await stored(disturbed)] as { rows: object[] }[];
  const timeless = ({ rows, ...rest }: { rows: object[] }): object => ({ ...rest, rows: rows.map((row) => ({ ...row, created_at: null })) });
  expect(timeless(other!)).toEqual(timeless(one!));
}, 180_000);

/** Kills the command somewhere after its next batch. */
async function killed(settings: Record<string, string>, args: readonly string[], shop: string, batches: number): Promise<void> {
  const child = spawn(process.execPath, ['bin/shop-ops.mjs', ...args], { env: bareEnvironment(settings), stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const read = async (): Promise<number> => {
    const [row] = await service.sql<{ line: string }>('select line from import_runs where shop_id = $1', [shop]);
    return Number(row?.line ?? 0);
  };
  const before = await read();
  expect(await eventually(read, (line) => line > before, 60_000)).toBeGreaterThan(batches);
  await sleep(Math.random() * 50);
  child.kill('SIGKILL');
  await ended;
}
