import { Appointments, type DiaryFilter } from '../../../application/appointments/appointments.js';
import type { Position } from '../../../application/operation/page.js';
import type { Appointment } from '../../../domain/appointments/appointment.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Database } from '../connection/database.js';
import { RememberedStatements } from '../connection/remembered-statements.js';
import { diarySql } from './appointment.pages.js';

export class PostgresAppointments extends Appointments {
  private readonly statements = new RememberedStatements('appointments.list');

  constructor(private readonly database: Database) {
    super();
  }

  override list(shop: ShopId, filter: DiaryFilter, limit: number, after: Position | null): Promise<Appointment[]> {
    const values: unknown[] = [shop];
    const text = diarySql(filter, limit, after, (value) => `$${values.push(value)}`);
    return this.database.read(this.statements.of(text), values);
  }
}
