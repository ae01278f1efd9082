export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Formats rows as a Markdown table. */
export function table(rows) {
  const columns = Object.keys(rows[0] ?? {});
  const width = (column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length));
  const line = (cells) => `| ${cells.map((cell, index) => String(cell).padEnd(width(columns[index]))).join(' | ')} |`;
  const rule = columns.map((column) => '-'.repeat(width(column)));
  return [line(columns), line(rule), ...rows.map((row) => line(columns.map((column) => row[column])))].join('\n');
}
