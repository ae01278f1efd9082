import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { etagOf, sendNothing } from './answer.js';
import { connectPage } from './connect/connect-page.js';
import { INDEX_HTML, INIT_JS, PAGE_CSS } from './docs-page.files.js';
import { sendPage, tellPageHeaders } from './page.js';
import type { Route } from './route-table.js';
import type { RequestContext } from './request-context.js';

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
  readonly content: Buffer;
}

/**
 * The page that shows the OpenAPI document and lets readers call its operations, and below it the page that connects assistants.
 * They load nothing from another host and send nothing there. The files are read once, at start. A file that is opened for a
 * request would stay open when the connection ends before the answer to that request is sent.
 * @param publicUrl the service's public address, if it is known
 */
export function docsPage(base: string, publicUrl: string | null): Route[] {
  const route = (path: string, serve: (context: RequestContext) => void): Route => ({
    method: 'GET',
    path: base + path,
    name: 'docs',
    changes: false,
    serve,
  });
  // The relative addresses on the page need the trailing slash.
  const toSlash = route('', (context) => {
    tellPageHeaders(context);
    Object.assign(context.headers, { 'cache-control': 'no-cache', location: `${base}/` });
    sendNothing(context, 308);
  });
  const files = pageFiles().map((file) => route(`/${file.name}`, serveFile(file)));
  return [toSlash, ...files, route('/mcp', connectPage(publicUrl))];
}

function pageFiles(): PageFile[] {
  const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return [
    ...OWN_FILES.map(([name, type, text]) => ({ name, type, content: Buffer.from(text) })),
    ...LIBRARY_FILES.map(([name, type]) => ({ name, type, content: readFileSync(join(library, name)) })),
  ];
}

function serveFile({ type, content }: PageFile): (context: RequestContext) => void {
  const etag = etagOf(content);
  return (context) => {
    sendPage(context, { type, content, etag });
  };
}
