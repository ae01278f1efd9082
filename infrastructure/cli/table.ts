/** Prints rows as aligned columns. The first row holds the headings. The last column is not padded. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}

/** Prints the values of one record, each on its own line after its name. */
export function asList(values: Readonly<Record<string, string | null>>): string {
  return inColumns(Object.entries(values).map(([name, value]) => [name, value ?? '-']));
}
