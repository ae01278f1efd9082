export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** Returns the number below which this share of the numbers is; 0 if there are no numbers. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Counts equal texts. */
export class Tally {
  times = new Map();

  add(what) {
    this.times.set(what, (this.times.get(what) ?? 0) + 1);
  }

  /** `3 × what`, for each text */
  lines() {
    return [...this.times].map(([what, times]) => `${times} × ${what}`);
  }
}

/** Formats rows as a Markdown table. */
export function table(rows) {
  const columns = Object.keys(rows[0] ?? {});
  const width = (column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length));
  const line = (cells) => `| ${cells.map((cell, index) => String(cell).padEnd(width(columns[index]))).join(' | ')} |`;
  const rule = columns.map((column) => '-'.repeat(width(column)));
  return [line(columns), line(rule), ...rows.map((row) => line(columns.map((column) => row[column])))].join('\n');
}
