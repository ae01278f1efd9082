import { areas } from './areas.js';
import type { Operation } from './operation/operation.js';

/** All operations of the service. Routes, capability endpoints, tools and OpenAPI entries are computed from this list. */
export const operations: readonly Operation[] = areas.flatMap((area) => area.operations);
