import type { PartReport } from '../../../application/areas/calls/call-reports.js';
import { KeptReports } from '../../../application/areas/calls/kept-reports.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { insertion } from '../../storage/tables/insertion.js';
import { callReportTable, type CallReportRow } from './call-report.table.js';

const INSERTION = insertion<CallReportRow>(callReportTable);
const KEEP = statement(
  'call_reports.keep',
  `${INSERTION.sql} on conflict (call, part, part_id) do update set report = excluded.report`,
);
const TAKE = statement(
  'call_reports.take',
  `with taken as (delete from call_reports r where r.call = $1 returning r.report, r.kept_at, r.part_id)
  select t.report from taken t order by t.kept_at, t.part_id`,
);

export class PostgresKeptReports extends KeptReports {
  constructor(private readonly database: Database) {
    super();
  }

  override async keep(report: PartReport, keptAt: Instant): Promise<void> {
    await this.database.write(
      KEEP,
      INSERTION.valuesOf({ call: report.call, part: report.part, partId: report.id ?? '', report, keptAt }),
    );
  }

  override async take(call: string): Promise<readonly PartReport[]> {
    const rows = await this.database.write<Pick<CallReportRow, 'report'>>(TAKE, [call]);
    return rows.map(({ report }) => report);
  }
}
