import type { AnyKind } from '../transfer/import-kind.js';
import type { AnyEventKinds } from './events/event-kinds.js';
import type { EventWork, Work } from './events/work.js';
import type { Operation } from './operation/operation.js';
import type { Provision } from './provide.js';

/** One part of the service, such as leads or tasks. Its code is in folders of the same name. */
export interface Area {
  /** the part before the dot in the names of its operations */
  readonly name: string;
  /** a sentence for the readers of the OpenAPI document */
  readonly about: string;
  readonly operations: readonly Operation[];
  /** the kinds of files that the area's records are imported from and exported to */
  readonly importKinds: readonly AnyKind[];
  /** classes that several use cases share */
  readonly shared: readonly Provision[];
  /** use cases for the operator; the command line runs them */
  readonly commands: readonly Provision[];
  /** the kinds of events that the area's records announce, one list for each kind of record */
  readonly events: readonly AnyEventKinds[];
  /** background work that follows events */
  readonly eventWorks: readonly Provision<EventWork>[];
  /** other background work: on records that are due (see `Storage.due`), and work that is repeated */
  readonly works: readonly Provision<Work<never>>[];
}

type Declaration = Pick<Area, 'name' | 'about'> & Partial<Omit<Area, 'events'>>;

/** An area that still knows the types of its events, for the reactions to them. */
type AreaOf<Events extends readonly AnyEventKinds[]> = Omit<Area, 'events'> & { readonly events: Events };

/** Declares an area. A list that is not given is empty. @throws Error when an operation's name begins with another area's name */
export function area<const Events extends readonly AnyEventKinds[] = readonly []>({
  operations = [],
  importKinds = [],
  shared = [],
  commands = [],
  eventWorks = [],
  works = [],
  events,
  ...declared
}: Declaration & { readonly events?: Events }): AreaOf<Events> {
  const stranger = operations.find(({ name }) => areaOf(name) !== declared.name);
  if (stranger) throw new Error(`operation ${stranger.name} stands in the area ${declared.name}`);
  const lists = { operations, importKinds, shared, commands, eventWorks, works };
  // The cast is safe: without a list, the default of `Events` is the empty list.
  return { ...declared, ...lists, events: events ?? ([] as unknown as Events) };
}

export function areaOf(operationName: string): string {
  return operationName.split('.', 1)[0] ?? operationName;
}
