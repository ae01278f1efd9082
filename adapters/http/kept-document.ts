import { gzipSync } from 'node:zlib';
import { etagOf, JSON_TYPE } from './answer.js';
import { sendPage, type Page } from './page.js';
import type { HttpRoute } from './routing.js';

/** The route of a JSON document that never changes. */
export function keptDocument(name: string, path: string, make: () => object): HttpRoute {
  return keptPage(name, path, JSON_TYPE, () => JSON.stringify(make()));
}

/**
 * The route of a text that never changes and needs no key. It is made, written and compressed once, for its first reader: readers
 * without a key are many, and writing a megabyte takes milliseconds of everybody's time.
 */
export function keptPage(name: string, path: string, type: string, make: () => string): HttpRoute {
  let kept: { readonly plain: Page; readonly packed: Page } | undefined;
  return {
    method: 'GET',
    path,
    name,
    changes: false,
    serve: (request, response) => {
      kept ??= keptAs(type, Buffer.from(make()));
      response.vary('Accept-Encoding');
      const isPacked = request.acceptsEncodings('gzip', 'identity') === 'gzip';
      sendPage(request, response, isPacked ? kept.packed : kept.plain);
    },
  };
}

function keptAs(type: string, content: Buffer): { readonly plain: Page; readonly packed: Page } {
  const packed = gzipSync(content);
  return {
    plain: { type, content, etag: etagOf(content) },
    packed: { type, content: packed, etag: etagOf(packed), encoding: 'gzip' },
  };
}
