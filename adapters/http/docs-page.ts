import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { etagOf, sendNothing, setHeaders } from './answer.js';
import { connectPage } from './connect/connect-page.js';
import { INDEX_HTML, INIT_JS, PAGE_CSS } from './docs-page.files.js';
import type { Handler } from './locals.js';
import { sendPage, type Page } from './page.js';
import type { HttpRoute } from './routing.js';

/** Only the files of swagger-ui-dist that the page loads. The package's own page would load another document. */
const LIBRARY_FILES = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-16x16.png', 'image/png'],
  ['favicon-32x32.png', 'image/png'],
] as const;
const OWN_FILES = [
  ['', 'text/html; charset=utf-8', INDEX_HTML],
  ['init.js', 'text/javascript; charset=utf-8', INIT_JS],
  ['page.css', 'text/css; charset=utf-8', PAGE_CSS],
] as const;

interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly read: () => Buffer;
}

/**
 * The page that shows the OpenAPI document and lets readers call its operations, and below it the page that connects assistants.
 * They load nothing from another host and send nothing there. Each file is read once and as a whole, for its first reader, because
 * most services show the page to nobody. A file that is streamed would stay open when the connection ends before its answer is sent.
 * @param publicUrl the service's public address, if it is known
 */
export function docsPage(base: string, publicUrl: string | null): HttpRoute[] {
  const route = (path: string, serve: Handler): HttpRoute => ({
    method: 'GET',
    path: base + path,
    name: 'docs',
    changes: false,
    serve,
  });
  // The relative addresses on the page need the trailing slash.
  const toSlash = route('', (_request, response) => {
    setHeaders(response, { 'cache-control': 'no-cache', location: `${base}/` });
    sendNothing(response, 308);
  });
  const files = pageFiles().map((file) => route(`/${file.name}`, serveFile(file)));
  return [toSlash, ...files, route('/mcp', connectPage(publicUrl))];
}

function pageFiles(): PageFile[] {
  const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return [
    ...OWN_FILES.map(([name, type, text]) => ({ name, type, read: () => Buffer.from(text) })),
    ...LIBRARY_FILES.map(([name, type]) => ({ name, type, read: () => readFileSync(join(library, name)) })),
  ];
}

function serveFile({ type, read }: PageFile): Handler {
  let page: Page | undefined;
  return (request, response) => {
    sendPage(request, response, (page ??= pageOf(type, read())));
  };
}

function pageOf(type: string, content: Buffer): Page {
  return { type, content, etag: etagOf(content) };
}
