import type { RequestHandler } from 'express';
import { ExtraTables, extraTable } from '../../adapters/storage/records/extra-tables.js';
import { schemaOf, type Schema } from '../../adapters/areas/schema.js';
import { storages } from '../../adapters/areas/storages.js';
import { storage, type Storage } from '../../adapters/storage/storage.js';
import { withExtra, type StoredKind } from '../../adapters/storage/transfer/stored-kinds.js';
import type { ReactionTo } from '../../application/kernel/events/reactions.js';
import type { ExtraFields } from '../../application/kernel/fields/extra-fields.js';
import type { GuardBefore } from '../../application/kernel/operation/guard.js';
import type { Provision } from '../../application/kernel/provide.js';
import type { Registry } from '../../application/kernel/registry.js';
import type { RecordType } from '../../application/transfer/import-kind.js';
import { extendedRegistry, extraFieldsOf } from './bundled.js';
import type { Extension } from './extension.js';
import { limitedMiddleware } from './limited.js';
import { requireFitting } from './load-extensions.js';

/** The service's own areas and storages, together with its extensions. */
export class Assembly {
  readonly registry: Registry;
  readonly storages: readonly Storage[];
  readonly schema: Schema;
  /** how each type of record is stored, with the fields of extensions */
  readonly kinds: readonly (readonly [RecordType, StoredKind])[];
  readonly extraFields: ExtraFields;
  readonly extraTables: ExtraTables;
  readonly guards: readonly GuardBefore[];
  readonly reactions: readonly ReactionTo[];
  readonly provides: readonly Provision[];
  readonly middleware: readonly RequestHandler[];
  /** true: code of an extension may run in any call */
  readonly isExtended: boolean;

  /** @throws Error when an extension does not fit to the service or to another extension */
  constructor(readonly extensions: readonly Extension[] = []) {
    this.isExtended = extensions.length > 0;
    this.guards = extensions.flatMap(({ guards }) => guards);
    this.reactions = extensions.flatMap(({ reactions }) => reactions);
    this.provides = extensions.flatMap(({ provides }) => provides);
    this.middleware = extensions.flatMap(({ middleware }) => middleware.map(limitedMiddleware));
    const declared = [...storages, ...extensions.flatMap((extension) => extension.storages)];
    this.extraFields = extraFieldsOf(extensions);
    this.extraTables = new ExtraTables(extensions.flatMap((extension) => extraTablesOf(extension, declared)));
    this.storages = [
      ...declared,
      ...this.extraTables.tables.map(({ table, eraser }) => storage({ tables: [table], erases: [eraser] })),
    ];
    this.kinds = declared.flatMap(({ kinds }) =>
      kinds.map(([type, kind]) => [type, withExtra(kind, this.extraTables.rowsOf(kind.table))] as const),
    );
    this.registry = extendedRegistry(extensions);
    requireFitting(extensions, this.registry, this.storages);
    this.schema = schemaOf(this.storages);
  }
}

/** The tables with the fields of an extension: one for each type of record. */
function extraTablesOf({ name, fields }: Extension, all: readonly Storage[]) {
  const kinds = new Map(all.flatMap((storage) => storage.kinds));
  return [...new Set(fields.map(({ record }) => record))].map((record) => {
    const kind = kinds.get(record.type);
    if (!kind) throw new Error(`the extension ${name} adds fields to ${record.type.name}, which this service does not store`);
    return extraTable(
      name,
      kind.table,
      fields.filter((field) => field.record === record),
    );
  });
}
