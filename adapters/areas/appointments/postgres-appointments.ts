import { Appointments, type DiaryFilter } from '../../../application/areas/appointments/appointments.js';
import type { OffsetSlice, Position } from '../../../application/kernel/operation/page.js';
import type { Appointment } from '../../../domain/appointments/appointment.js';
import type { JobId, ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../../storage/database.js';
import { OffsetPages } from '../../storage/lists/offset-pages.js';
import { statement } from '../../storage/statement.js';
import { RememberedStatements } from '../../storage/statement.js';
import { APPOINTMENT, diaryPageSelects, diarySql, ONE_APPOINTMENT } from './appointment.pages.js';

const FIND = statement('appointments.find', ONE_APPOINTMENT);

export class PostgresAppointments extends Appointments {
  private readonly statements = new RememberedStatements('appointments.search');
  private readonly pages: OffsetPages<Appointment>;

  constructor(private readonly database: Database) {
    super();
    this.pages = new OffsetPages(database, APPOINTMENT, 'appointments.list');
  }

  override async find(shop: ShopId, job: JobId): Promise<Appointment | null> {
    const [appointment] = await this.database.read<Appointment>(FIND, [shop, job]);
    return appointment ?? null;
  }

  override list(shop: ShopId, filter: DiaryFilter, limit: number, after: Position | null): Promise<Appointment[]> {
    const values: unknown[] = [shop];
    const text = diarySql(filter, limit, after, (value) => `$${values.push(value)}`);
    return this.database.read(this.statements.of(text), values);
  }

  override page(shop: ShopId, filter: DiaryFilter, limit: number, offset: number): Promise<OffsetSlice<Appointment>> {
    return this.pages.list(shop, limit, offset, (parameter) => diaryPageSelects(filter, parameter));
  }
}
