import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const LAYERS = ['domain', 'application', 'adapters', 'infrastructure'];

/** Regular expressions that are built at run time, each with the reason why no input can make it slow. */
const MADE = new Map([
  [
    "domain/shared/search.ts: new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')",
    'one of a few letters that stand in the same file',
  ],
  [
    'domain/texting/link-finder.ts: new RegExp(source, flags)',
    'rules of a library with bounded repeats; the test of the removal of links times them on texts that were made to be slow',
  ],
]);

const files: ts.SourceFile[] = [];

beforeAll(async () => {
  for (const layer of LAYERS) {
    for (const name of await readdir(layer, { recursive: true })) {
      const path = join(layer, name);
      if (path.endsWith('.ts')) files.push(parsed(path, await readFile(path, 'utf8')));
    }
  }
});

const parsed = (path: string, text: string): ts.SourceFile => ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

interface Expression {
  readonly source: string;
  readonly flags: string;
}

/**
 * Reads a regular expression of the code.
 * @returns undefined if the node is not a regular expression, null if its text is computed
 */
function expressionOf(node: ts.Node): Expression | null | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || node.expression.getText() !== 'RegExp') return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source || !ts.isStringLiteralLike(source) || (flags && !ts.isStringLiteralLike(flags))) return null;
  return { source: source.text, flags: flags?.text ?? '' };
}

/** @returns the verdict of `recheck` on each expression */
function judged(expressions: readonly Expression[]): readonly string[] {
  const output = execFileSync(process.execPath, ['tests/support/judge-expressions.mjs'], { input: JSON.stringify(expressions) });
  return JSON.parse(output.toString()) as readonly string[];
}

/** Returns the regular expressions that are slow for some inputs, and those that cannot be judged. */
function slowOnes(among: readonly ts.SourceFile[]): string[] {
  const found = among.flatMap((file) =>
    [...nodesOf(file)].flatMap((node) => {
      const expression = expressionOf(node);
      const what = `${file.fileName}: ${node.getText()}`;
      return expression === undefined || MADE.has(what) ? [] : [{ what, expression }];
    }),
  );
  const written = [
    ...new Map(found.flatMap(({ expression }) => (expression ? [[nameOf(expression), expression]] : []))).entries(),
  ];
  const statuses = judged(written.map(([, expression]) => expression));
  // On a busy machine `recheck` may blame an expression that it calls safe the next time, so it is asked twice.
  const blamed = written.filter((_, index) => statuses[index] !== 'safe');
  const again = judged(blamed.map(([, expression]) => expression));
  const statusOf = new Map(blamed.map(([name], index) => [name, again[index]]));
  return found.flatMap(({ what, expression }) => {
    const status = expression ? (statusOf.get(nameOf(expression)) ?? 'safe') : 'made while the service runs';
    return status === 'safe' ? [] : [`${what} is ${status}`];
  });
}

const nameOf = ({ source, flags }: Expression): string => `/${source}/${flags}`;

describe('regular expressions', () => {
  it('take time in proportion to the length of a text, and not to its square', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(slowOnes(files)).toEqual([]);
  }, 120_000);

  it('are found and judged in every spelling', () => {
    const planted = parsed(
      'planted.ts',
      "const a = [/0+$/, new RegExp('(a+)+$'), RegExp(`x${a}`), new RegExp('^b$', 'i'), /^c+d$/u];",
    );
    expect(slowOnes([planted])).toEqual([
      'planted.ts: /0+$/ is vulnerable',
      "planted.ts: new RegExp('(a+)+$') is vulnerable",
      'planted.ts: RegExp(`x${a}`) is made while the service runs',
    ]);
  });
});

/** The names of properties and functions that take a class of fields. */
const READING = ['input', 'row'];
const READERS = ['ListOf', 'parseInput', 'readFields'];

function namesRead(node: ts.Node): string[] {
  if (ts.isPropertyAssignment(node) && READING.includes(node.name.getText()) && ts.isIdentifier(node.initializer))
    return [node.initializer.text];
  if (!ts.isCallExpression(node) || !READERS.includes(node.expression.getText())) return [];
  const [type] = node.arguments;
  return type && ts.isIdentifier(type) ? [type.text] : [];
}

/** Finds the properties without a decorator in classes of fields. Such a property compiles, but no value is ever read into it. */
function undeclared(among: readonly ts.SourceFile[]): { readonly read: number; readonly missing: string[] } {
  const nodes = among.flatMap((file) => [...nodesOf(file)]);
  const declared = nodes.filter(ts.isClassDeclaration);
  const classes = new Map(declared.map((one) => [one.name?.text ?? '', one]));
  expect(classes.size).toBe(declared.length); // the map has one entry for two classes of the same name, so names must be unique
  const read = new Set(nodes.flatMap(namesRead).flatMap((name) => classes.get(name) ?? []));
  for (const one of read) {
    const parents = one.heritageClauses?.flatMap(({ types }) => types.map(({ expression }) => expression.getText())) ?? [];
    for (const parent of parents) if (classes.has(parent)) read.add(classes.get(parent)!);
  }
  const missing = [...read].flatMap(({ name, members }) =>
    members.flatMap((member) =>
      ts.isPropertyDeclaration(member) && !ts.getDecorators(member) ? [`${name?.text}.${member.name.getText()}`] : [],
    ),
  );
  return { read: read.size, missing };
}

describe('a class whose fields are read', () => {
  it('has a decorator on every property', () => {
    const { read, missing } = undeclared(files.filter(({ fileName }) => fileName.startsWith('application')));
    expect(read).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  it('is found at every place that names it', () => {
    const planted = parsed(
      'planted.ts',
      `
      class Base { old?: string }
      class Input extends Base { @Text() name!: string; lost?: string }
      class Entry { @Int() good!: number; bad!: number }
      class Other { fine = 1 }
      const a = [operation(UseCase, { input: Input }), importKind({ row: Row }), ListOf(Entry, { max: 3 })];
      class Row { none?: string }`,
    );
    expect(undeclared([planted]).missing.sort()).toEqual(['Base.old', 'Entry.bad', 'Input.lost', 'Row.none']);
  });
});
