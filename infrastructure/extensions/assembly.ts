import type { RequestHandler } from 'express';
import { schemaOf, type Schema } from '../../adapters/areas/schema.js';
import { storages } from '../../adapters/areas/storages.js';
import type { Storage } from '../../adapters/storage/storage.js';
import type { ReactionTo } from '../../application/kernel/events/reactions.js';
import type { GuardBefore } from '../../application/kernel/operation/guard.js';
import type { Provision } from '../../application/kernel/provide.js';
import type { Registry } from '../../application/kernel/registry.js';
import { extendedRegistry } from './bundled.js';
import type { Extension } from './extension.js';
import { requireFitting } from './load-extensions.js';

/** The service's own areas and storages, together with its extensions. */
export class Assembly {
  readonly registry: Registry;
  readonly storages: readonly Storage[];
  readonly schema: Schema;
  readonly guards: readonly GuardBefore[];
  readonly reactions: readonly ReactionTo[];
  readonly provides: readonly Provision[];
  readonly middleware: readonly RequestHandler[];

  /** @throws Error when an extension does not fit to the service or to another extension */
  constructor(readonly extensions: readonly Extension[] = []) {
    this.guards = extensions.flatMap(({ guards }) => guards);
    this.reactions = extensions.flatMap(({ reactions }) => reactions);
    this.provides = extensions.flatMap(({ provides }) => provides);
    this.middleware = extensions.flatMap(({ middleware }) => middleware);
    this.storages = [...storages, ...extensions.flatMap((extension) => extension.storages)];
    this.registry = extendedRegistry(extensions);
    requireFitting(extensions, this.registry, this.storages);
    this.schema = schemaOf(this.storages);
  }
}
