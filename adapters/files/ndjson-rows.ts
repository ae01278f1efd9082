import { parseJson, requireObject } from '../../application/kernel/fields/json-body.js';
import type { ImportPosition, SourceRow } from '../../application/transfer/import-source.js';
import { InvalidRequest, ValidationError } from '../../domain/shared/errors.js';
import type { ReadFrom } from './csv-rows.js';
import { badLine, inMegabytes, isBlank, isComment, lineProblem, withoutByteOrderMark } from './file-problems.js';
import { LONGEST_LINE, textLines, type TextLine } from './text-lines.js';

/** The rows of a file that has one JSON object in each line. */
export async function* ndjsonRows(read: ReadFrom, from: ImportPosition): AsyncGenerator<SourceRow[]> {
  let isBegun = from.offset > 0;
  for await (const lines of textLines(read(from.offset), from)) {
    const rows: SourceRow[] = [];
    for (const raw of lines) {
      const line = raw.line === 1 ? withoutByteOrderMark(raw) : raw;
      if (isBlank(line) || (!isBegun && isComment(line))) continue;
      isBegun = true;
      rows.push(rowOf(line));
    }
    yield rows;
  }
}

function rowOf(line: TextLine): SourceRow {
  const problem = lineProblem(line, inMegabytes(LONGEST_LINE));
  if (problem) return problem;
  try {
    return { line: line.line, next: line.next, values: requireObject(parseJson(line.bytes)) };
  } catch (error) {
    if (error instanceof InvalidRequest) return badLine(line, 'is not valid JSON', line.bytes.toString());
    if (error instanceof ValidationError) return badLine(line, error.message.replace(/^body: /, ''), line.bytes.toString());
    throw error;
  }
}
