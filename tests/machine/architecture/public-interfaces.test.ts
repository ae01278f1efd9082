import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];
/** The folders whose files drive the service, and do nothing for the shop by themselves. */
const ROOMS = /^adapters\/(postgres|load|queue|limits)\//;
const FIRST_LINE = 'says what it buys';

/** Each rule finds a use of what a library does not document. Comments are left out. */
const RULES: Readonly<Record<string, RegExp>> = {
  'pg/lib': /['"]pg\/lib/,
  "graphile-worker's private tables": /graphile_worker\._private/,
  'the master of a driver': /\bmaster\b/,
  'a patched Express': /Object\s*\.\s*assign\s*\(\s*app\b|\.\s*handle\s+=\s/,
  'a changed prototype': /\b(setPrototypeOf|__proto__)\b|Symbol\s*\.\s*hasInstance/,
  'a private property': /(?<!graphile_worker)\.\s*_(?!meta\b)\w/,
};

describe('the code uses only what libraries document', () => {
  it('and each file of the machinery begins with what it buys', async () => {
    const files: string[] = [];
    for (const layer of LAYERS) for (const name of await readdir(layer, { recursive: true })) files.push(join(layer, name));
    const sources = files.filter((file) => file.endsWith('.ts'));
    expect(sources.length).toBeGreaterThan(400);
    const found = await Promise.all(sources.map(async (file) => violationsOf(file, await readFile(file, 'utf8'))));
    expect(found.flat()).toEqual([]);
  });

  it.each([
    [`import { prepareValue } from 'pg/lib/utils.js';`, 'pg/lib'],
    [`declare module 'pg/lib/utils.js' {}`, 'pg/lib'],
    ['export const text = `delete from graphile_worker._private_jobs`;', "graphile-worker's private tables"],
    ['export const pool = driver.master;', 'the master of a driver'],
    ['export const pool = (driver as unknown as { readonly master: Pool }).master;', 'the master of a driver'],
    ['const { master } = driver;', 'the master of a driver'],
    ['export const server = Object.assign(app, { handle });', 'a patched Express'],
    ['app.handle = (request) => request;', 'a patched Express'],
    ['Object.setPrototypeOf(request, app.request);', 'a changed prototype'],
    ['Object.defineProperty(Error, Symbol.hasInstance, {});', 'a changed prototype'],
    ['export const state = client._connected;', 'a private property'],
    [`import pg from 'pg'; class Mine extends pg.Pool {}`, 'a subclass of pg'],
    [`import { Client as Theirs } from 'pg'; class Mine extends Theirs {}`, 'a subclass of pg'],
    [
      `import pg from 'pg'; const Usual = pg.Query as unknown as new () => object; class Mine extends Usual {}`,
      'a subclass of pg',
    ],
  ])('and a planted violation is found: %s', (text, rule) => {
    expect(violationsOf('adapters/planted.ts', text)).toEqual([`adapters/planted.ts: ${rule}`]);
  });

  it.each([
    '// Object.setPrototypeOf would empty the caches, so graphile_worker._private_jobs and driver.master stay alone.',
    `import pg from 'pg'; class Reader { client = new pg.Client(); meta = this.params._meta; }`,
    `import { DatabaseError } from 'pg'; class Refusal extends Error {}`,
  ])('and what is allowed is not found: %s', (text) => {
    expect(violationsOf('adapters/planted.ts', text)).toEqual([]);
  });

  it.each([
    ['adapters/queue/planted.ts', 'export const a = 1;', 1],
    ['adapters/limits/planted.ts', '// Buys: something.\nexport const a = 1;', 1],
    ['adapters/load/planted.ts', 'export const a = 1;\n// Buys: answers within 5 s (P2).', 1],
    ['adapters/postgres/planted.ts', '// Buys: answers within 5 s, whatever hangs (P2).\nexport const a = 1;', 0],
    [
      'adapters/postgres/planted.ts',
      '// Buys: a text in one of two lines\n// and with 15 % less of the time.\nexport const a = 1;',
      0,
    ],
    ['adapters/sms/planted.ts', 'export const a = 1;', 0],
  ])('and %s with %j is told to say what it buys %i times', (path, text, times) => {
    expect(violationsOf(path, text)).toEqual(Array.from({ length: times }, () => `${path}: ${FIRST_LINE}`));
  });
});

function violationsOf(path: string, text: string): string[] {
  const suspected = Object.entries(RULES).filter(([, rule]) => rule.test(text));
  const isOfPg = text.includes("from 'pg'");
  const found: string[] = [];
  if (suspected.length > 0 || isOfPg) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    const code = tokensOf(file).join(' ');
    found.push(...suspected.filter(([, rule]) => rule.test(code)).map(([name]) => name));
    if (isOfPg && hasSubclassOfPg(file)) found.push('a subclass of pg');
  }
  if (ROOMS.test(path) && !saysWhatItBuys(text)) found.push(FIRST_LINE);
  return found.map((rule) => `${path}: ${rule}`);
}

function tokensOf(node: ts.Node): string[] {
  const children = node.getChildren();
  return children.length === 0 ? [node.getText()] : children.flatMap((child) => (ts.isJSDoc(child) ? [] : tokensOf(child)));
}

/** The lines must name a promise (`P1` to `P7`) or a figure. */
function saysWhatItBuys(text: string): boolean {
  const [said] = /^\/\/ Buys: .*(\n\/\/ .*)*/.exec(text) ?? [];
  return said !== undefined && said.endsWith('.') && /\bP[1-7]\b|\d/.test(said);
}

/** Finds a class whose parent is a class of pg, also by another name. */
function hasSubclassOfPg(file: ts.SourceFile): boolean {
  const names = new Set<string>();
  const isOfPg = (expression: ts.Expression): boolean => names.has(/^\w+/.exec(expression.getText())?.[0] ?? '');
  return file.statements.some((statement) => {
    if (ts.isImportDeclaration(statement) && statement.moduleSpecifier.getText().slice(1, -1) === 'pg') {
      const { name, namedBindings } = statement.importClause ?? {};
      if (name) names.add(name.text);
      if (namedBindings && ts.isNamedImports(namedBindings)) for (const one of namedBindings.elements) names.add(one.name.text);
    }
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer && /^pg\.(Client|Pool|Query)\b/.test(initializer.getText())) names.add(name.getText());
    }
    return (
      ts.isClassDeclaration(statement) &&
      statement.heritageClauses?.some(
        ({ token, types }) => token === ts.SyntaxKind.ExtendsKeyword && types.some(({ expression }) => isOfPg(expression)),
      )
    );
  });
}
