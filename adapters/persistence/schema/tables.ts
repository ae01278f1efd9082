import type { EntitySchema } from 'typeorm';
import { storages } from '../storages.js';

/** All tables. A test compares them with the database that the migrations build. */
export const tables: EntitySchema[] = storages.flatMap((storage) => storage.tables.map(({ schema }) => schema));
