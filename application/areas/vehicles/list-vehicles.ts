import type { Metadata } from '../../../domain/shared/annotated.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId, VehicleId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { comparablePlate, normalizeVin, type Vehicle } from '../../../domain/vehicles/vehicle.js';
import { ExternalIdFilter, MetadataFilter } from '../../kernel/fields/annotation-fields.js';
import { CursorLimit, CursorToken, IdFilter, TextFilter, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { IdsFilter } from '../../kernel/fields/rest-fields.js';
import { changesPage, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf, withChanges } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { VehicleView } from './vehicle.view.js';
import { Vehicles } from './vehicles.js';

class ListVehiclesInput {
  @IdFilter({ description: 'The `id` of the owner.' }) customer_id?: CustomerId;
  @TextFilter({ description: 'Normalised before the comparison.' }) vin?: string;
  @TextFilter({ description: 'Case is ignored.' }) license_plate?: string;
  @ExternalIdFilter() external_id?: string;
  @MetadataFilter() metadata?: Metadata;
  @IdsFilter() ids?: readonly VehicleId[];
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
  @UpdatedSince() updated_since?: Instant;
}

class ListVehicles implements UseCase<ListVehiclesInput, Slice<Vehicle> | Changes<Vehicle>> {
  constructor(
    private readonly vehicles: Vehicles,
    private readonly cursors: Cursors,
  ) {}

  execute({ shop }: Caller, input: ListVehiclesInput): Promise<Slice<Vehicle> | Changes<Vehicle>> {
    const { customer_id: customerId, vin, license_plate: plate, ids, limit, cursor, updated_since: since } = input;
    const { external_id, metadata } = input;
    const filter = defined({
      ids,
      external_id,
      metadata,
      customerId,
      vin: vin === undefined ? undefined : normalizeVin(vin),
      plate: plate === undefined ? undefined : comparablePlate(plate),
    });
    const scope = { shop: shop.id, list: 'vehicles', filter };
    if (since !== undefined)
      return changesPage(this.cursors, scope, { since, limit, cursor }, (asked) => this.vehicles.changes(shop.id, filter, asked));
    return cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) => this.vehicles.list(shop.id, filter, rows, after));
  }
}

export const listVehicles = operation(ListVehicles, {
  name: 'vehicles.list',
  summary: 'List vehicles or look one up by VIN or plate',
  description: 'The shop’s vehicles, newest first, optionally by owner, VIN, licence plate, ids, external id or metadata.',
  scope: 'read',
  route: get('/vehicles'),
  input: ListVehiclesInput,
  output: withChanges(cursorPageOf, VehicleView),
  needs: [Vehicles, Cursors],
});
