import type { Metadata } from '../../../domain/shared/annotated.js';
import { heldBy } from '../../../domain/shared/errors.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { IMPORTED_VEHICLE, requireKnowable, type Vehicle, type Vin } from '../../../domain/vehicles/vehicle.js';
import { MetadataColumn } from '../../kernel/fields/annotation-fields.js';
import { Int, Text, Uuid } from '../../kernel/fields/fields.js';
import { announcedAs } from '../../transfer/announced.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ExternalId, ImportRow } from '../../transfer/import-row.js';
import { CUSTOMERS } from '../customers/customers.js';
import { VEHICLES, VIN_ON_FILE } from './vehicles.js';
import { VinField } from './vin-field.js';
import { vehicleEvents } from './vehicle.view.js';

class VehicleRow extends ImportRow {
  @ExternalId({ description: 'The owner’s external id. A new vehicle needs this or `customer_id`.' })
  customer_external_id?: string | null;
  @Uuid({ ...cell, description: 'The owner’s `id` in this service.' }) customer_id?: CustomerId | null;
  @VinField(cell) vin?: Vin | null;
  @Int({ min: 1885, max: 2100, ...cell }) year?: number | null;
  @Text({ max: 80, ...cell }) make?: string | null;
  @Text({ max: 80, ...cell }) model?: string | null;
  @Text({ max: 80, ...cell }) trim?: string | null;
  @Text({ max: 40, ...cell }) color?: string | null;
  @Text({ max: 20, ...cell }) license_plate?: string | null;
  @Int({ min: 0, max: 9_999_999, ...cell }) mileage?: number | null;
  @Text({ max: 40, ...cell, description: 'The body category.' }) vehicle_type?: string | null;
  @MetadataColumn() metadata?: Metadata | null;
}

export const vehicleKind = importKind<VehicleRow, Vehicle>({
  name: 'vehicles',
  record: VEHICLES,
  row: VehicleRow,
  resolve: {
    references: [{ column: 'customer_id', external: 'customer_external_id', to: CUSTOMERS, required: true }],
    uniques: [{ column: 'vin', taken: (holder) => heldBy(VIN_ON_FILE, holder) }],
  },
  examples: [
    {
      external_id: 'V-1001',
      metadata: { fleet_number: '12' },
      customer_external_id: 'C-1001',
      vin: '1HGCM82633A004352',
      year: 2003,
      make: 'HONDA',
      model: 'Accord',
      trim: 'EX-V6',
      color: 'silver',
      license_plate: 'CKWP 482',
      mileage: 182_400,
      vehicle_type: 'coupe',
      created_at: '2024-05-17T09:30:00Z',
    },
    { external_id: 'V-1002', customer_external_id: 'C-1002', make: 'Ford', model: 'Transit', license_plate: 'BX 21 44' },
  ],
  defaults: { customerId: null, decodePending: false, metadata: {} },
  write: (next) => {
    requireKnowable(next);
    return next;
  },
  announce: announcedAs(vehicleEvents, IMPORTED_VEHICLE),
});
