import { FirstRooms1763700000000 } from '../migrations/1763700000000-first-rooms.js';
import { ShopFloor1763800000000 } from '../migrations/1763800000000-shop-floor.js';
import { FoundAsAsked1763900000000 } from '../migrations/1763900000000-found-as-asked.js';
import { SoonerVacuums1795461000000 } from '../migrations/1795461000000-sooner-vacuums.js';
import { ChangedSince1795898400000 } from '../migrations/1795898400000-changed-since.js';
import { Metadata1795898500100 } from '../migrations/1795898500100-metadata.js';
import { storage } from '../storage/storage.js';

/** Migrations that build the tables of several areas. A migration of a single area is in that area's own storage. */
export const schemaStorage = storage({
  migrations: [
    FirstRooms1763700000000,
    ShopFloor1763800000000,
    FoundAsAsked1763900000000,
    SoonerVacuums1795461000000,
    ChangedSince1795898400000,
    Metadata1795898500100,
  ],
});
