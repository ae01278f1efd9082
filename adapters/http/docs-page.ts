import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Response } from 'express';
import helmet from 'helmet';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { INDEX_HTML, INIT_JS, PAGE_CSS } from './docs-page.files.js';
import type { Route } from './route-table.js';
import type { Serving } from './serving.js';

/** Of swagger-ui-dist only what the page loads; the package's own page would load somebody else's document. */
const LIBRARY_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-16x16.png', 'favicon-32x32.png'] as const;
const LIBRARY = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const OWN_FILES = { '/': ['html', INDEX_HTML], '/init.js': ['js', INIT_JS], '/page.css': ['css', PAGE_CSS] } as const;

/** The page that shows the document and tries it out. Nothing of it comes from, or goes to, another host. */
export function docsPage(base: string): Route[] {
  const headers = pageHeaders();
  const file = (path: string, send: (response: Response) => void | Promise<void>): Route => ({
    method: 'GET',
    path: base + path,
    name: 'docs',
    changes: false,
    serve: ({ request, response, requestId }: Serving) => {
      response.set({ 'x-request-id': requestId, 'cache-control': 'no-cache' });
      headers(request, response, () => undefined);
      return send(response);
    },
  });
  return [
    // Relative addresses on the page need the slash.
    file('', (response) => {
      response.redirect(308, `${base}/`);
    }),
    ...Object.entries(OWN_FILES).map(([path, [type, text]]) =>
      file(path, (response) => {
        response.type(type).send(text);
      }),
    ),
    ...LIBRARY_FILES.map((name) => file(`/${name}`, (response) => sendLibraryFile(response, name))),
  ];
}

/** @throws InvalidRequest where a condition of the request's headers is not met (`If-Match`) */
function sendLibraryFile(response: Response, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(name, { root: LIBRARY, cacheControl: false, acceptRanges: false }, (error?: Error) => {
      if (!error || response.headersSent) {
        resolve(); // sent, or the client has gone
        return;
      }
      for (const header of response.getHeaderNames()) response.removeHeader(header);
      const isClients = 'status' in error && Number(error.status) < 500;
      reject(isClients ? new InvalidRequest('a condition of the request is not met', { cause: error }) : error);
    });
  });
}

/** Swagger UI makes its icons of `data:` images, and asks nobody but this service. */
function pageHeaders(): ReturnType<typeof helmet> {
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
    // Whether all of this host is https is for whoever put it there to say.
    strictTransportSecurity: false,
  });
}
