import type { AnyEventKinds } from './events/event-kinds.js';
import type { EventWork } from './events/event-work.js';
import type { Work } from './events/work.js';
import type { AnyKind } from './import/import-kind.js';
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

type Declaration = Pick<Area, 'name' | 'about'> & Partial<Area>;

/** Declares an area. A list that is not given is empty. @throws Error when an operation's name begins with another area's name */
export function area({
  operations = [],
  importKinds = [],
  shared = [],
  commands = [],
  events = [],
  eventWorks = [],
  works = [],
  ...declared
}: Declaration): Area {
  const stranger = operations.find(({ name }) => areaOf(name) !== declared.name);
  if (stranger) throw new Error(`operation ${stranger.name} stands in the area ${declared.name}`);
  return { ...declared, operations, importKinds, shared, commands, events, eventWorks, works };
}

export function areaOf(operationName: string): string {
  return operationName.split('.', 1)[0] ?? operationName;
}
