import type { Metadata } from '../../../domain/shared/annotated.js';
import { labelOf, vehicleTypeOf, type Vehicle } from '../../../domain/vehicles/vehicle.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { ExternalIdShown, MetadataShown } from '../../kernel/fields/annotation-fields.js';
import { DateTime, Int, Text, Uuid } from '../../kernel/fields/fields.js';
import { UpdatedAt } from '../../kernel/fields/view.js';

export class VehicleView {
  @Uuid() id!: string;
  @Uuid({ description: 'The owner.' }) customer_id!: string;
  @Text({ nullable: true, fromOutside: true, description: 'Year, make, model and trim.', example: '2003 HONDA Accord EX-V6' })
  label!: string | null;
  @Int({ nullable: true, description: 'Model year.', example: 2003 }) year!: number | null;
  @Text({ nullable: true, fromOutside: true, example: 'HONDA' }) make!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'Accord' }) model!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'EX-V6' }) trim!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'silver' }) color!: string | null;
  @Text({ nullable: true, description: '17 characters, in upper case.', example: '1HGCM82633A004352' }) vin!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'The plate as it was recorded.', example: 'CKWP 482' }) license_plate!:
    string | null;
  @Int({ nullable: true, example: 182_400 }) mileage!: number | null;
  @Text({ fromOutside: true, description: 'Body category; `other` when unknown.', example: 'coupe' }) vehicle_type!: string;
  @DateTime() created_at!: string;
  @UpdatedAt() updated_at?: string | undefined;
  @ExternalIdShown() external_id!: string | null;
  @MetadataShown() metadata!: Metadata;

  static of(vehicle: Vehicle): VehicleView {
    return {
      id: vehicle.id,
      customer_id: vehicle.customerId,
      label: labelOf(vehicle),
      year: vehicle.year,
      make: vehicle.make,
      model: vehicle.model,
      trim: vehicle.trim,
      color: vehicle.color,
      vin: vehicle.vin,
      license_plate: vehicle.licensePlate,
      mileage: vehicle.mileage,
      vehicle_type: vehicle.vehicleType ?? vehicleTypeOf(null),
      created_at: vehicle.createdAt,
      updated_at: vehicle.updatedAt,
      external_id: vehicle.externalId,
      metadata: vehicle.metadata,
    };
  }
}

export const vehicleEvents = eventKinds(VehicleView, ({ customer_id: customer }) => [['customer', customer]], {
  'vehicle.created': { says: 'A vehicle was created.' },
  'vehicle.updated': {
    says: 'A vehicle was corrected, or its data was filled in from its VIN later, because the decoder had not answered at first.',
    causedBy: 'vehicles.update',
  },
  'vehicle.decode_missed': { says: 'A vehicle was stored, but its VIN could not be decoded yet.', internal: true },
});
