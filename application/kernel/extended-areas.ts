import { mergedExtra, type Extra } from '../../domain/shared/annotated.js';
import type { AnyKind, ImportedRecord } from '../transfer/import-kind.js';
import type { Area } from './area.js';
import { gathered, type ExtraFields } from './fields/extra-fields.js';
import type { Operation } from './operation/operation.js';

/** The areas with the fields of extensions in their inputs, answers, events and files. */
export function extendedAreas(areas: readonly Area[], fields: ExtraFields): readonly Area[] {
  return areas.map((area) => ({
    ...area,
    operations: area.operations.map((operation) => extendedOperation(operation, fields)),
    importKinds: area.importKinds.map((kind) => extendedKind(kind, fields)),
    events: area.events.map((kinds) => ({ ...kinds, view: fields.extended(kinds.view) })),
  }));
}

/** The answer has the fields already, because a view shows all that its record has. Here its schema gets them. */
function extendedOperation(operation: Operation, fields: ExtraFields): Operation {
  const [input, view] = [fields.extended(operation.input), fields.extended(operation.output.view)];
  if (input === operation.input && view === operation.output.view) return operation;
  return { ...operation, input, output: { ...operation.output, view } };
}

type Extended = ImportedRecord & { readonly extra?: Extra };

function extendedKind(kind: AnyKind, fields: ExtraFields): AnyKind {
  const blank = fields.blankOf(kind.row);
  if (blank === null) return kind;
  const shown = Object.keys(blank).map((name) => [name, ({ extra }: Extended) => extra?.[name]] as const);
  return {
    ...kind,
    row: fields.extended(kind.row),
    blank: { ...kind.blank, extra: blank },
    shown: { ...kind.shown, ...Object.fromEntries(shown) },
    write: (next: Extended, before, row, context) => {
      const extended: ImportedRecord & { readonly extra: Extra } = {
        ...next,
        extra: mergedExtra(next.extra, gathered(row).extra ?? {}),
      };
      return kind.write?.(extended, before, row, context) ?? extended;
    },
  };
}
