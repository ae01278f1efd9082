import { searchText } from '../../../domain/shared/search.js';
import { comparablePlate, searchedTexts, type Vehicle, type VinDecode } from '../../../domain/vehicles/vehicle.js';
import { plainKind } from '../../storage/records/record-kind.js';
import {
  changeTime,
  facts,
  flag,
  instant,
  integer,
  json,
  orNull,
  provenance,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type ProvenanceColumns,
  type Stored,
} from '../../storage/tables/table.js';

export const vehicleTable = table<Stored<Vehicle> & ProvenanceColumns & { comparablePlate: string | null; searchText: string }>(
  'vehicles',
  {
    shopId: shopKey,
    id: uuidKey(),
    customerId: uuid('customer_id'),
    year: orNull(integer()),
    make: orNull(text()),
    model: orNull(text()),
    trim: orNull(text()),
    color: orNull(text()),
    vin: orNull(text()),
    licensePlate: orNull(text('license_plate')),
    comparablePlate: orNull(text('comparable_plate')),
    searchText: { ...text('search_text'), default: '' },
    mileage: orNull(integer()),
    vehicleType: orNull(text('vehicle_type')),
    decodePending: flag('decode_pending'),
    metadata: facts,
    createdAt: instant('created_at'),
    updatedAt: changeTime,
    ...provenance,
    version: integer(),
  },
  ['externalId'],
);

export const VEHICLE_KIND = plainKind<Vehicle>({
  table: vehicleTable,
  derived: {
    comparablePlate: ({ licensePlate }) => licensePlate && comparablePlate(licensePlate),
    searchText: (vehicle) => searchText(searchedTexts(vehicle)),
  },
});

/** The answers of the VIN decoder. All shops share them, because the meaning of a VIN does not depend on the shop. */
export const vinDecodeTable = table<{ vin: string; decode: VinDecode; decodedAt: string }>('vin_decodes', {
  vin: { type: 'text', primary: true },
  decode: json(),
  decodedAt: instant('decoded_at'),
});
