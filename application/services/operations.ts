import { getService } from './get-service.js';
import { listCategories } from './list-categories.js';
import { listServices } from './list-services.js';
import { listTiers } from './list-tiers.js';
import { setOnlineOperation } from './set-online.js';
import { updatePriceOperation } from './update-price.js';

export const serviceOperations = [
  listServices,
  getService,
  listTiers,
  listCategories,
  updatePriceOperation,
  setOnlineOperation,
];
