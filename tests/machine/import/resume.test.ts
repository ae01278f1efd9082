import { ImportErrorFile } from '../../../adapters/files/import-error-file.js';
import { openImportFile } from '../../../adapters/files/import-file-source.js';
import { Shops } from '../../../application/areas/access/shops.js';
import { Announcer } from '../../../application/kernel/events/announcer.js';
import { Clock, Ids, PublicUrl } from '../../../application/kernel/ports/ports.js';
import { ImportFile, type ImportResult, type ImportWatch } from '../../../application/transfer/import-file.js';
import { ImportStore } from '../../../application/transfer/import-store.js';
import { columnsOf } from '../../../application/transfer/parse-row.js';
import { ImportFiles } from '../../support/import-files.js';
import { kindNamed } from '../../support/importing.js';
import { customerLines, errorsIn, storedCustomers } from '../../support/resumed-import.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let files: ImportFiles;

beforeAll(async () => {
  service = await sharedTestService();
  files = await ImportFiles.open();
});
afterAll(async () => {
  await service.stop();
  await files.close();
});

interface Interrupt {
  /** the number of the batch at which the import is interrupted */
  readonly batch: number;
  /** before or after the commit of the batch's transaction */
  readonly when: 'before' | 'after';
}

class Killed extends Error {}

async function run(shop: TestShop, path: string, interrupt: Interrupt | null): Promise<ImportResult> {
  const { container } = service;
  const importFile = new ImportFile(
    container.get(ImportStore),
    container.get(Shops),
    container.get(Ids),
    container.get(Clock),
    container.get(Announcer),
    container.get(PublicUrl),
    7,
  );
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
  const command = {
    shop: shop.id,
    kind,
    source,
    errors,
    origin: 'import',
    restore: false,
    strict: false,
    dryRun: false,
  } as const;
  try {
    return await importFile.execute(command, watch);
  } finally {
    await errors.close();
  }
}

class InterruptedErrors extends ImportErrorFile {
  private batches = 0;

  constructor(
    path: string,
    private readonly at: number,
  ) {
    super(path);
  }

  override async add(errors: Parameters<ImportErrorFile['add']>[0]): Promise<void> {
    await super.add(errors);
    this.batches += 1;
    if (this.batches >= this.at) throw new Killed();
  }
}

it('an import that is killed at ten random points and started again has the same result', async () => {
  const path = await files.write('resumed.csv', customerLines(200));
  const [undisturbed, disturbed] = [await service.shop(), await service.shop()];
  const whole = await run(undisturbed, path, null);
  const errors = await errorsIn(`${path}.errors`);
  expect(whole).toMatchObject({ read: 200 });
  expect(Math.min(whole.created, whole.updated, whole.skipped)).toBeGreaterThan(5);

  let interrupts = 0;
  const again = async (): Promise<ImportResult> => {
    const interrupt =
      interrupts < 10
        ? ({ batch: 1 + Math.floor(Math.random() * 3), when: Math.random() < 0.5 ? 'before' : 'after' } as const)
        : null;
    interrupts += 1;
    return run(disturbed, path, interrupt).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return again();
    });
  };
  expect(await again()).toEqual(whole);
  expect(interrupts).toBeGreaterThan(10);
  expect(await errorsIn(`${path}.errors`)).toBe(errors);
  expect(await storedCustomers(service, disturbed)).toEqual(await storedCustomers(service, undisturbed));
});

it('an import that has ended begins at the start when it is repeated, and so does another file', async () => {
  const shop = await service.shop();
  const path = await files.write('ended.csv', 'external_id,name,phone\nC-1,Dana,6135550142\n');
  expect(await run(shop, path, null)).toMatchObject({ read: 1, created: 1 });
  expect(await run(shop, path, null)).toMatchObject({ read: 1, created: 0, unchanged: 1 });
  await expect(run(shop, path, { batch: 1, when: 'after' })).rejects.toThrow(Killed);
  const other = await files.write('ended.csv', 'external_id,name,phone\nC-1,Dana,6135550142\nC-2,Robin,6135550143\n');
  expect(await run(shop, other, null)).toMatchObject({ read: 2, created: 1, unchanged: 1 });
});
