import { area } from '../../kernel/area.js';
import { getService } from './get-service.js';
import { listCategories } from './list-categories.js';
import { listServices } from './list-services.js';
import { listTiers } from './list-tiers.js';
import { serviceTierKind, serviceKind } from './service.import.js';
import { serviceEvents } from './service.view.js';
import { setOnline } from './set-online.js';
import { updatePrice } from './update-price.js';

export const servicesArea = area({
  name: 'services',
  about: 'The shop’s menu: its services, their prices, and which services can be booked online.',
  operations: [listServices, getService, listTiers, listCategories, updatePrice, setOnline],
  importKinds: [serviceKind, serviceTierKind],
  events: [serviceEvents],
});
