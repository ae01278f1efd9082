import { areas } from './areas.js';
import type { Operation } from './operation/operation.js';

/** The registry. Routes, capability endpoints, tools and the entries of the OpenAPI document are computed from it. */
export const operations: readonly Operation[] = areas.flatMap((area) => area.operations);
