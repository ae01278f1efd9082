import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import helmet from 'helmet';
import { requestIdOf } from './answer.js';
import { INDEX_HTML, INIT_JS, PAGE_CSS } from './docs-page.files.js';

/** Of swagger-ui-dist only what the page loads; the package's own page would load somebody else's document. */
const LIBRARY_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-16x16.png', 'favicon-32x32.png'] as const;
const LIBRARY = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const OWN_FILES = { '/': ['html', INDEX_HTML], '/init.js': ['js', INIT_JS], '/page.css': ['css', PAGE_CSS] } as const;

/** The page that shows the document and tries it out. Nothing of it comes from, or goes to, another host. */
export function docsPage(): Router {
  const page = express.Router({ caseSensitive: true, strict: true });
  page.use((request: Request, response: Response, next: NextFunction) => {
    response.setHeader('x-request-id', requestIdOf(request.headers));
    next();
  });
  const headers = pageHeaders();
  for (const [path, [type, text]] of Object.entries(OWN_FILES)) {
    page.get(path, headers, (request, response) => {
      // Relative addresses on the page need the slash.
      if (request.originalUrl.split('?', 1)[0] === request.baseUrl) response.redirect(308, `${request.baseUrl}/`);
      else response.set('cache-control', 'no-cache').type(type).send(text);
    });
  }
  for (const name of LIBRARY_FILES) {
    page.get(`/${name}`, headers, (_request, response) => {
      response.set('cache-control', 'no-cache').sendFile(name, { root: LIBRARY, cacheControl: false });
    });
  }
  return page;
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
