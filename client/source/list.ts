import type { CallOptions } from './call.js';
import type { Gone } from './document.js';
import type { Input } from './outgoing.js';

/** A page of a list. */
export interface Page<Item, Given> {
  readonly items: Item[];
  /** the input of the next page, which may be stored; with `updated_since` it is there also after the last page, to go on later */
  readonly next: Given | null;
  /** whether the next page has items now */
  readonly more: boolean;
  /** what the service says beside the items, such as `total` */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A list, whose pages are read as they are needed: `for await (const lead of shop.leads.list())`. */
export interface List<Item, Given> extends AsyncIterable<Item> {
  /** the page that the input asks for */
  page(): Promise<Page<Item, Given>>;
  /** the first items, at most `max` */
  all(limit: { readonly max: number }): Promise<Item[]>;
}

/** A list that also tells changes. With `updated_since` it has what was deleted or erased, too. */
export interface ChangesCall<Given, Item> {
  (input: Given & { readonly updated_since: string }, options?: CallOptions): List<Item | Gone, Given>;
  (input?: Given, options?: CallOptions): List<Item, Given>;
}

/** @param read answers the page that an input asks for */
export function listOf<Item, Given extends Input>(
  given: Given,
  read: (input: Given) => Promise<Page<Item, Given>>,
): List<Item, Given> {
  const items = async function* (): AsyncGenerator<Item, void, undefined> {
    for (let input: Given | null = given; input !== null;) {
      const { items: found, next, more }: Page<Item, Given> = await read(input);
      yield* found;
      input = more ? next : null;
    }
  };
  return {
    page: () => read(given),
    all: async ({ max }) => {
      const found: Item[] = [];
      if (max <= 0) return found;
      for await (const item of items()) {
        found.push(item);
        if (found.length >= max) break;
      }
      return found;
    },
    [Symbol.asyncIterator]: items,
  };
}

interface Answer {
  readonly data: unknown[] | ({ readonly items: unknown[] } & Input);
  readonly meta?: Input;
}

/** Reads a page in both forms that the service has, `{data: [], meta}` and `{data: {items, …}}`. */
export function pageIn<Item, Given extends Input>(
  { data, meta }: Answer,
  given: Given,
  show: (item: unknown) => Item,
): Page<Item, Given> {
  const { items, ...beside } = Array.isArray(data) ? { ...meta, items: data } : data;
  const next = nextIn(beside);
  return {
    items: items.map(show),
    next: next && { ...given, ...next },
    // Neither a list of changes nor the feed of events has a last page.
    more: typeof beside['more'] === 'boolean' ? beside['more'] : next !== null && !('after' in next && items.length === 0),
    meta: beside,
  };
}

function nextIn({ next_cursor: cursor, next_offset: offset, next_after: after }: Input): Input | null {
  if (typeof cursor === 'string') return { cursor };
  if (typeof offset === 'number') return { offset };
  return typeof after === 'number' ? { after } : null;
}
