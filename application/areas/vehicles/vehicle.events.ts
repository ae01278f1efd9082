import { eventKinds } from '../../kernel/events/event-kinds.js';
import { VehicleView } from './vehicle.view.js';

export const vehicleEvents = eventKinds(VehicleView, ({ customer_id: customer }) => [['customer', customer]], {
  'vehicle.created': { says: 'A vehicle was created.' },
  'vehicle.updated': {
    says: 'The data of a vehicle was filled in from its VIN later, because the decoder had not answered at first.',
  },
  'vehicle.decode_missed': { says: 'A vehicle was stored, but its VIN could not be decoded yet.', internal: true },
});
