import { connectPage } from './connect/connect-page.js';
import { answerDemoKey } from './demo-key.js';
import { keptPage } from './kept-document.js';
import type { Documented } from './openapi.js';
import { setHeaders, sendNothing } from './answer.js';
import { errorsPage } from './reference/errors-page.js';
import { PAGE_JS } from './reference/page-script.files.js';
import { ICON, PAGE_CSS } from './reference/page-style.files.js';
import { referencePage } from './reference/reference-page.js';
import { TRY_JS } from './reference/try-script.files.js';
import type { HttpRoute } from './routing.js';

const HTML = 'text/html; charset=utf-8';

/** The pages are made from these parts. */
export interface DocsParts {
  readonly registry: Documented;
  /** the service's public address, if it is known */
  readonly publicUrl: string | null;
  /** the key of the demo's shop; null: this is no demo */
  readonly demoKey: string | null;
}

/**
 * The pages for people: the reference of all operations, the errors, and how to connect an assistant. They load nothing from another
 * host and send nothing there, and each is made for its first reader, because most services show them to nobody.
 */
export function docsPage(base: string, { registry, publicUrl, demoKey }: DocsParts): HttpRoute[] {
  const page = (name: string, type: string, make: () => string): HttpRoute => keptPage('docs', `${base}/${name}`, type, make);
  return [
    // The relative addresses on the page need the trailing slash.
    {
      ...{ method: 'GET', path: base, name: 'docs', changes: false },
      serve: (_request, response) => {
        setHeaders(response, { 'cache-control': 'no-cache', location: `${base}/` });
        sendNothing(response, 308);
      },
    },
    page('', HTML, () => referencePage(registry, publicUrl)),
    page('errors', HTML, errorsPage),
    page('page.js', 'text/javascript; charset=utf-8', () => PAGE_JS + TRY_JS),
    page('page.css', 'text/css; charset=utf-8', () => PAGE_CSS),
    page('icon.svg', 'image/svg+xml', () => ICON),
    { ...{ method: 'GET', path: `${base}/mcp`, name: 'docs', changes: false }, serve: connectPage(publicUrl) },
    { ...{ method: 'GET', path: `${base}/demo-key`, name: 'docs', changes: false }, serve: answerDemoKey(demoKey) },
  ];
}
