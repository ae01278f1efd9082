import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { command, type Ran } from './command-line.js';
import { cloneDatabase, type TestDatabase } from './postgres.js';

export interface ShopCommands {
  readonly database: () => TestDatabase;
  /** the folder that the commands have as DATA_DIR */
  readonly dataDir: () => string;
  /** the id of the shop that was made for the present test */
  readonly shop: () => string;
  readonly cli: (...args: string[]) => Promise<Ran>;
  /** Runs a command that must succeed, and returns its document. */
  readonly done: (...args: string[]) => Promise<Ran['document']>;
}

/** Gives the command line a database for all tests of a file, and a new shop for each test. */
export function shopCommands(): ShopCommands {
  let database: TestDatabase;
  let dataDir = '';
  let shop = '';

  beforeAll(async () => {
    database = await cloneDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'shop-commands-test-'));
  });

  beforeEach(async () => {
    shop = (await cli('shop', 'create', '--name', 'Northside Auto Care', '--json')).document.id as string;
  });

  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  function cli(...args: string[]): Promise<Ran> {
    const settings = { DATABASE_URL: database.url, SIGNING_KEYS: 'a-signing-key-of-the-tests', DATA_DIR: dataDir };
    return command(settings, ...args);
  }

  async function done(...args: string[]): Promise<Ran['document']> {
    const { exitCode, stderr, document } = await cli(...args, '--json');
    expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' });
    return document;
  }

  return { database: () => database, dataDir: () => dataDir, shop: () => shop, cli, done };
}
