import type { DataSource } from 'typeorm';
import { ask } from '../adapters/persistence/ask.js';
import { poolOf } from '../adapters/persistence/data-source.js';

/** `ok`, or what is wrong */
type Check = string;

export interface HealthReport {
  readonly status: 'ok' | 'unavailable';
  readonly checks: Readonly<Record<string, Check>>;
}

const LONGEST_MS = 2000;

/** Whether the service can serve: the database answers, and its tables are those of this build. */
export class Health {
  constructor(private readonly dataSource: DataSource) {}

  async report(): Promise<HealthReport> {
    const database = await check(() => this.askDatabase());
    const migrations = database === 'ok' ? await check(() => this.lookForMigrations()) : 'unknown';
    const status = database === 'ok' && migrations === 'ok' ? 'ok' : 'unavailable';
    return { status, checks: { database, migrations } };
  }

  private async askDatabase(): Promise<void> {
    const client = await poolOf(this.dataSource).connect();
    let broken = true;
    try {
      await ask(client, { text: 'select 1' });
      broken = false;
    } finally {
      client.release(broken);
    }
  }

  private async lookForMigrations(): Promise<void> {
    if (await this.dataSource.showMigrations()) throw new Error('migrations are pending: run shop-ops migrate up');
  }
}

async function check(probe: () => Promise<void>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer in ${LONGEST_MS} ms`));
    }, LONGEST_MS);
  });
  try {
    await Promise.race([probe(), late]);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  } finally {
    clearTimeout(timer);
  }
}
