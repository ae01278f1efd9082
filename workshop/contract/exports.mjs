import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The modules of which an extension may use every export. docs/extending.md lists them, too. */
export const WHOLE_MODULES = [
  'adapters/storage/database.ts',
  'adapters/storage/erasure/eraser.ts',
  'adapters/storage/lists/keyset-pages.ts',
  'adapters/storage/lists/offset-pages.ts',
  'adapters/storage/records/record-kind.ts',
  'adapters/storage/records/record-store.ts',
  'adapters/storage/statement.ts',
  'adapters/storage/storage.ts',
  'adapters/storage/tables/table.ts',
  'application/kernel/area.ts',
  'application/kernel/events/announcer.ts',
  'application/kernel/events/cause.ts',
  'application/kernel/events/contacts.ts',
  'application/kernel/events/event-kinds.ts',
  'application/kernel/events/reaction.ts',
  'application/kernel/events/work.ts',
  'application/kernel/fields/extra-field.ts',
  'application/kernel/fields/fields.ts',
  'application/kernel/fields/filter-fields.ts',
  'application/kernel/fields/view.ts',
  'application/kernel/operation/guard.ts',
  'application/kernel/operation/operation.ts',
  'application/kernel/operation/output.ts',
  'application/kernel/operation/page.ts',
  'application/kernel/ports/emails.ts',
  'application/kernel/ports/outbound-http.ts',
  'application/kernel/ports/ports.ts',
  'application/kernel/provide.ts',
  'domain/shared/errors.ts',
  'domain/shared/events.ts',
  'domain/shared/id.ts',
  'domain/shared/instant.ts',
  'domain/shared/phone.ts',
  'infrastructure/extensions/extension.ts',
  'tests/support/service.ts',
];

/** In an area, an extension may use the operations, the kinds of events, the records that take fields, and the ports. */
const AREAS = 'application/areas';
const MADE_BY = new Set(['operation', 'eventKinds', 'extendable']);
/** In the domain, it may use the records. */
const RECORDS = 'domain';

/**
 * Returns what an extension may use: by module and export, the members of a class or an interface, or the signature of a function.
 * It is read from the sources, because types are gone in what is built.
 * @param root the folder of a checkout
 */
export function exportsOf(root) {
  const whole = WHOLE_MODULES.map((file) => [file, declaredIn(root, file)]);
  const ofAreas = sourcesIn(root, AREAS).map((file) => [file, declaredIn(root, file).filter(isOfAreas)]);
  const records = sourcesIn(root, RECORDS)
    .filter((file) => !WHOLE_MODULES.includes(file))
    .map((file) => [file, declaredIn(root, file).filter((node) => ts.isInterfaceDeclaration(node))]);
  return Object.fromEntries(
    [...whole, ...ofAreas, ...records]
      .filter(([, nodes]) => nodes.length > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([file, nodes]) => [file, Object.fromEntries(nodes.flatMap(described).sort(byName))]),
  );
}

function sourcesIn(root, folder) {
  const names = readdirSync(join(root, folder), { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** The exported declarations of a module. */
function declaredIn(root, file) {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.filter((node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
}

function isOfAreas(node) {
  if (ts.isClassDeclaration(node)) return isAbstract(node);
  return ts.isVariableStatement(node) && node.declarationList.declarations.some(({ initializer }) => isMade(initializer));
}

function isMade(initializer) {
  return initializer && ts.isCallExpression(initializer) && MADE_BY.has(initializer.expression.getText());
}

function isAbstract(node) {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ?? false;
}

/** The names of a declaration, each with what users rely on. */
function described(node) {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => [name.getText(), 'a value']);
  if (ts.isFunctionDeclaration(node)) return [[node.name.text, signatureOf(node)]];
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) return [[node.name.text, membersOf(node)]];
  return [[node.name.text, 'a type']];
}

/** The public members with their types. A constructor is not among them: the container calls it. */
function membersOf(node) {
  const shown = node.members.filter((member) => member.name && !isHidden(member));
  return Object.fromEntries(shown.map((member) => [member.name.getText(), signatureOf(member)]).sort(byName));
}

function isHidden({ modifiers = [] }) {
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword);
}

/** The parameters and the type, as they are written. */
function signatureOf({ parameters, type, questionToken }) {
  const given = parameters ? `(${parameters.map((parameter) => parameter.getText()).join(', ')})` : '';
  const result = type ? `: ${type.getText()}` : '';
  return `${questionToken ? '?' : ''}${given}${result}`.replaceAll(/\s+/g, ' ');
}

function byName([one], [other]) {
  return one < other ? -1 : 1;
}
