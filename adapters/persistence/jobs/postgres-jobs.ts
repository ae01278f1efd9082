import { Jobs, type AssignedJobFilter, type JobFilter } from '../../../application/jobs/jobs.js';
import type { OffsetSlice, Position } from '../../../application/operation/page.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Ids } from '../../../application/ports/ids.js';
import type { Job } from '../../../domain/jobs/job.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { JobId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../database.js';
import { given, KeysetPages } from '../keyset.js';
import { OffsetPages } from '../offset-pages.js';
import { RecordStore } from '../record-store.js';
import { jobPageSql } from './job-pages.js';
import { JOB_KIND } from './job.kind.js';

export class PostgresJobs extends Jobs {
  private readonly store: RecordStore<Job>;
  private readonly keyset = new KeysetPages(JOB_KIND.select, JOB_KIND.from);
  private readonly pages: OffsetPages<Job>;

  constructor(
    private readonly database: Database,
    ids: Ids,
    clock: Clock,
  ) {
    super();
    this.store = new RecordStore(database, ids, clock, JOB_KIND);
    this.pages = new OffsetPages(database, JOB_KIND);
  }

  override find(shop: ShopId, id: JobId): Promise<Job | null> {
    return this.store.find(shop, id);
  }

  override search(shop: ShopId, { origin, stage, customerId }: JobFilter, limit: number, after: Position | null): Promise<Job[]> {
    const page = this.keyset.page(
      [
        { sql: 't.shop_id = ?', value: shop },
        { sql: 't.origin = ?', value: origin },
        ...given('t.stage = ?', stage),
        ...given('t.customer_id = ?', customerId),
      ],
      limit,
      after,
    );
    return this.database.read(page.statement, page.values);
  }

  override list(shop: ShopId, filter: AssignedJobFilter, limit: number, offset: number): Promise<OffsetSlice<Job>> {
    return this.pages.list(shop, limit, offset, (parameter) => jobPageSql(filter, parameter));
  }

  override change(shop: ShopId, id: JobId, change: (job: Job) => Decision<Job>): Promise<Job | null> {
    return this.store.change(shop, id, change);
  }
}
