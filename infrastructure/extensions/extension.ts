import type { RequestHandler } from 'express';
import type { Storage } from '../../adapters/storage/storage.js';
import type { Area } from '../../application/kernel/area.js';
import type { ReactionTo } from '../../application/kernel/events/reactions.js';
import type { ExtraField } from '../../application/kernel/fields/extra-field.js';
import type { GuardBefore } from '../../application/kernel/operation/guard.js';
import type { Provision } from '../../application/kernel/provide.js';

/** The additions of a team to the service, in a module of its own. */
export interface Extension {
  /** kebab-case, and like no other extension's */
  readonly name: string;
  /** a sentence for the operator */
  readonly about: string;
  readonly areas: readonly Area[];
  /** the tables and adapters of the areas */
  readonly storages: readonly Storage[];
  /** fields of the service's records, in tables that migrations of the storages make */
  readonly fields: readonly ExtraField[];
  readonly guards: readonly GuardBefore[];
  readonly reactions: readonly ReactionTo[];
  /** Implementations of ports. One of a port that the service implements itself takes the place of the service's own. */
  readonly provides: readonly Provision[];
  /** Express middleware, which runs for each HTTP request before all routes, in this order. */
  readonly middleware: readonly RequestHandler[];
}

type Declaration = Pick<Extension, 'name' | 'about'> & Partial<Extension>;

/** All extensions of this copy of the service. An extension that another copy made would not know this one's classes. */
const made = new WeakSet<object>();

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Declares an extension. A list that is not given is empty. @throws Error when the name is not in kebab-case */
export function extension({
  name,
  about,
  areas = [],
  storages = [],
  fields = [],
  guards = [],
  reactions = [],
  provides = [],
  middleware = [],
}: Declaration): Extension {
  if (!KEBAB_CASE.test(name)) throw new Error(`the name of an extension is in kebab-case, not ${JSON.stringify(name)}`);
  const extension: Extension = { name, about, areas, storages, fields, guards, reactions, provides, middleware };
  made.add(extension);
  return extension;
}

export function isExtension(value: unknown): value is Extension {
  return typeof value === 'object' && value !== null && made.has(value);
}
