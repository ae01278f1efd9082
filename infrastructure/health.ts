import type { DataSource } from 'typeorm';

type Check = 'ok' | string;

export interface HealthReport {
  readonly status: 'ok' | 'unavailable';
  readonly checks: Readonly<Record<string, Check>>;
}

const LONGEST_MS = 2000;

/** Whether the service can serve: the database answers, and its tables are those of this build. */
export class Health {
  constructor(private readonly dataSource: DataSource) {}

  async report(): Promise<HealthReport> {
    const database = await check(async () => {
      await this.dataSource.query('select 1');
    });
    const migrations = await check(async () => {
      if (await this.dataSource.showMigrations()) throw new Error('migrations are pending: run shop-ops migrate up');
    });
    const status = database === 'ok' && migrations === 'ok' ? 'ok' : 'unavailable';
    return { status, checks: { database, migrations } };
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
