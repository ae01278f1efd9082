import { loadModule, parseSync } from 'libpg-query';

await loadModule();

export type Tree = Readonly<Record<string, unknown>>;

/** Returns the syntax tree of each statement in a text. */
export function treesOf(text: string): Tree[] {
  return (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as unknown as Tree); // safe: every node of the parser is an object
}

/** Returns all nodes inside a part of a statement, without what is inside the nodes of `except`. */
export function all(part: unknown, except: (node: Tree) => boolean = () => false): Tree[] {
  if (Array.isArray(part)) return part.flatMap((each) => all(each, except));
  if (typeof part !== 'object' || part === null) return [];
  const node = part as Tree; // safe: a node of the parser is an object
  if (except(node)) return [];
  return [node, ...Object.values(node).flatMap((each) => all(each, except))];
}

export function isTable(node: Tree, names: ReadonlySet<string>): boolean {
  return 'relname' in node && node['schemaname'] !== 'graphile_worker' && names.has(String(node['relname']));
}

/** The name by which a statement calls a table or a sub-select. */
export function nameOf(node: Tree): string {
  const { aliasname } = (node['alias'] ?? {}) as { aliasname?: string };
  return aliasname ?? (typeof node['relname'] === 'string' ? node['relname'] : '');
}

/** The name of the function that a node calls; '' for other nodes. */
export function calledOf(node: Tree): string {
  if (!('funcname' in node)) return '';
  const { String: last } = (node['funcname'] as { String?: { sval?: string } }[]).at(-1) ?? {};
  return last?.sval ?? '';
}

/** The parts of a column's name, such as `t` and `shop_id`. */
export function pathOf(node: Tree | undefined): string[] {
  if (!node || !('ColumnRef' in node)) return [];
  const { fields = [] } = node['ColumnRef'] as { fields?: { String?: { sval?: string } }[] };
  return fields.map((field) => field.String?.sval ?? '*');
}
