import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import helmet from 'helmet';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { etagOf, matchesEtag, send, sendNothing } from './answer.js';
import { INDEX_HTML, INIT_JS, PAGE_CSS } from './docs-page.files.js';
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
 * The page that shows the OpenAPI document and lets readers call its operations. It loads nothing from another host and sends
 * nothing there. The files are read once, at start. A file that is opened for a request would stay open when the connection ends
 * before the answer to that request is sent.
 */
export function docsPage(base: string): Route[] {
  const pageHeaders = helmetForPages();
  const route = (path: string, serve: (context: RequestContext) => void): Route => ({
    method: 'GET',
    path: base + path,
    name: 'docs',
    changes: false,
    serve,
  });
  // The relative addresses on the page need the trailing slash.
  const toSlash = route('', (context) => {
    pageHeaders(context.request, context.response, () => undefined);
    Object.assign(context.headers, { 'cache-control': 'no-cache', location: `${base}/` });
    sendNothing(context, 308);
  });
  return [toSlash, ...pageFiles().map((file) => route(`/${file.name}`, serveFile(file, pageHeaders)))];
}

function pageFiles(): PageFile[] {
  const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return [
    ...OWN_FILES.map(([name, type, text]) => ({ name, type, content: Buffer.from(text) })),
    ...LIBRARY_FILES.map(([name, type]) => ({ name, type, content: readFileSync(join(library, name)) })),
  ];
}

/**
 * Returns a handler that sends the file. The file has no date, so conditions on a date are ignored (RFC 9110 §13.1.3, §13.1.4).
 * Range requests are not supported.
 */
function serveFile({ type, content }: PageFile, pageHeaders: PageHeaders): (context: RequestContext) => void {
  const etag = etagOf(content);
  return (context) => {
    const { request, response, headers } = context;
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
    if (ifMatch !== undefined && !matchesEtag(ifMatch, etag))
      throw new InvalidRequest('a precondition of the request is not met');
    pageHeaders(request, response, () => undefined);
    Object.assign(headers, { 'content-type': type, 'cache-control': 'no-cache', etag });
    if (matchesEtag(ifNoneMatch, etag)) sendNothing(context, 304);
    else send(context, 200, content);
  };
}

type PageHeaders = ReturnType<typeof helmet>;

/**
 * The security headers of the page. They allow `data:` images, which Swagger UI uses as icons, and connections to this service
 * only.
 */
function helmetForPages(): PageHeaders {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // This header would make browsers use https for the whole host. Only the operator knows if all of the host uses https.
    strictTransportSecurity: false,
  });
}
