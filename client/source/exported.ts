import { failureOf } from './call.js';
import { ShopOperationsError } from './error.js';
import type { Limit } from './limit.js';
import { textLines } from './text-lines.js';

/** A record as the API answers it: with `kind: 'leads'` a `Lead`. */
export interface ExportedRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * All records of a kind, as they were at one moment. They are read from the connection one after the other. When the connection is cut,
 * it goes on after the last record.
 */
export interface Exported extends AsyncIterable<ExportedRecord> {
  /** follow the events after it, and nothing is passed over: `shop.events.follow({ after: position })` */
  readonly position: number;
  /** with `after`, the id of the last record, another process goes on with the same moment */
  readonly token: string;
}

/** An answer whose body is read after its call. */
export interface OpenAnswer {
  readonly response: Response;
  readonly limit: Limit;
}

/** How the rest of an export is asked for. */
export interface Rest {
  readonly ask: (given: { readonly token: string; readonly after?: string }) => Promise<OpenAnswer>;
  readonly show: (record: unknown) => unknown;
  /** so many cuts without a record between them are one too many */
  readonly mostCuts: number;
}

export function exportedIn(first: OpenAnswer, rest: Rest): Exported {
  const { headers } = first.response;
  const token = headers.get('export-token') ?? '';
  const records = async function* (): AsyncGenerator<ExportedRecord, void, undefined> {
    let [answer, last, cuts] = [first, undefined as string | undefined, 0];
    for (;;) {
      try {
        for await (const line of linesOf(answer)) {
          const record = rest.show(JSON.parse(line)) as ExportedRecord;
          [last, cuts] = [record.id, 0];
          yield record;
        }
        return;
      } catch (error) {
        const failure = failureOf(error, answer.limit.signal);
        cuts += 1;
        if (!failure.retryable || cuts > rest.mostCuts) throw failure;
      }
      answer = await rest.ask({ token, ...(last !== undefined && { after: last }) });
    }
  };
  return { position: Number(headers.get('feed-position')), token, [Symbol.asyncIterator]: records };
}

async function* linesOf({ response: { body }, limit }: OpenAnswer): AsyncGenerator<string, void, undefined> {
  if (body === null) throw new ShopOperationsError('network_error', 'the answer has no body', { retryable: true });
  const end = limit.outlive();
  const reader = body.getReader();
  try {
    for await (const line of textLines(() => reader.read())) if (line !== '') yield line;
  } finally {
    end();
    // A connection that is gone needs no end.
    reader.cancel().catch(() => undefined);
  }
}
