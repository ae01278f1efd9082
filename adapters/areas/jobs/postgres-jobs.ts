import { Jobs, type BookedJobFilter, type JobFilter, type NamedJob } from '../../../application/areas/jobs/jobs.js';
import type { Announced } from '../../../application/kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../../application/kernel/operation/changes-page.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { Job } from '../../../domain/jobs/job.js';
import type { JobId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { ChangePages } from '../../storage/lists/change-pages.js';
import { given, KeysetPages, narrowed, type ListCondition } from '../../storage/lists/keyset-pages.js';
import type { FoundBy } from '../../storage/lists/found-first.js';
import { metadataSql } from '../../storage/lists/metadata-sql.js';
import { OffsetPages } from '../../storage/lists/offset-pages.js';
import { RecordStore } from '../../storage/records/record-store.js';
import { JOB_KIND } from './job.entity.js';
import { jobPageSelects, NAMED_JOB } from './job.pages.js';

export class PostgresJobs extends Jobs {
  private readonly store: RecordStore<Job>;
  private readonly searchPages: KeysetPages<Job>;
  private readonly changePages: ChangePages<Job>;
  private readonly listPages: OffsetPages<NamedJob>;

  constructor(database: Database) {
    super();
    this.store = new RecordStore(database, JOB_KIND);
    this.searchPages = new KeysetPages(database, JOB_KIND, 'jobs.search');
    this.changePages = new ChangePages(database, JOB_KIND);
    this.listPages = new OffsetPages(database, NAMED_JOB, 'jobs.list');
  }

  override find(shop: ShopId, id: JobId): Promise<Job | null> {
    return this.store.find(shop, id);
  }

  override search(shop: ShopId, filter: JobFilter, limit: number, after: Position | null): Promise<Job[]> {
    return this.searchPages.list(shop, conditionsOf(filter), limit, after, { foundBy: foundBy(filter) });
  }

  override changes(shop: ShopId, filter: JobFilter, asked: ChangesAsked): Promise<ChangedRows<Job>> {
    return this.changePages.list(shop, asked, conditionsOf(filter), { foundBy: foundBy(filter) });
  }

  override list(shop: ShopId, filter: BookedJobFilter, limit: number, offset: number): Promise<OffsetSlice<NamedJob>> {
    return this.listPages.list(shop, limit, offset, (parameter) => jobPageSelects(filter, parameter));
  }

  override change(shop: ShopId, id: JobId, change: (job: Job) => Announced<Job>): Promise<Job | null> {
    return this.store.change(shop, id, change);
  }
}

function conditionsOf(filter: JobFilter): ListCondition[] {
  return [
    ...given('t.origin = ?', filter.origin),
    ...given('t.stage = ?', filter.stage),
    ...given('t.customer_id = ?', filter.customerId),
    ...narrowed(filter),
  ];
}

function foundBy({ metadata }: JobFilter): FoundBy {
  return (parameter) => [metadataSql(metadata, parameter)];
}
