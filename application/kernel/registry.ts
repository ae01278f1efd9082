import { inReferenceOrder, type AnyKind } from '../transfer/import-kind.js';
import type { Area } from './area.js';
import { EventCatalogue } from './events/event-catalogue.js';
import type { Operation } from './operation/operation.js';

/** The areas that are served, and the lists that are computed from them. */
export interface Registry {
  /** The OpenAPI document lists their operations in this order. */
  readonly areas: readonly Area[];
  /** Routes, capability endpoints, tools and OpenAPI entries are computed from this list. */
  readonly operations: readonly Operation[];
  /** The kinds of files that can be imported and exported. A kind comes after the kinds that it refers to. */
  readonly importKinds: readonly AnyKind[];
  readonly events: EventCatalogue;
}

export function registryOf(areas: readonly Area[]): Registry {
  return {
    areas,
    operations: areas.flatMap(({ operations }) => operations),
    importKinds: inReferenceOrder(areas.flatMap(({ importKinds }) => importKinds)),
    events: new EventCatalogue(areas),
  };
}
