import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment, shopOps } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { ImportFiles } from '../../support/import-files.js';
import { customerLines, errorsIn, storedCustomers } from '../../support/resumed-import.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

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

it('an import whose process is killed leaves no partial batch, and the next import continues', async () => {
  const count = 30_000;
  const path = await files.write('killed.csv', customerLines(count));
  const [undisturbed, disturbed] = [await service.shop(), await service.shop()];
  const settings = {
    DATABASE_URL: service.databaseUrl,
    SIGNING_KEYS: 'a-signing-key-of-the-tests',
    DATA_DIR: files.folder,
    NODE_ENV: 'test',
  };
  const args = (shop: TestShop): string[] => ['import', 'customers', path, '--shop', shop.id, '--json'];
  const whole = await shopOps(settings, ...args(undisturbed));
  const errors = await errorsIn(`${path}.errors.ndjson`);
  for (let kills = 0; kills < 3; kills += 1) await killed(settings, args(disturbed), disturbed.id, kills);
  const rest = await shopOps(settings, ...args(disturbed));
  expect([rest.exitCode, rest.document]).toEqual([3, whole.document]);
  expect(rest.stderr).toContain('customers: continuing after line ');
  expect(await errorsIn(`${path}.errors.ndjson`)).toBe(errors);
  const [one, other] = [await storedCustomers(service, undisturbed), await storedCustomers(service, disturbed)];
  const timeless = ({ rows, ...rest }: { rows: readonly object[] }): object => ({
    ...rest,
    rows: rows.map((row) => ({ ...row, created_at: null })),
  });
  expect(timeless(other)).toEqual(timeless(one));
}, 180_000);

/** Kills the command at a random moment after its next batch. */
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
