import { send, sendNothing, setHeaders } from './answer.js';
import { ownAddress } from './connect/own-address.js';
import { INFO } from './openapi.js';
import type { HttpRoute } from './routing.js';

/**
 * The route `/`, which needs no key. It leads a browser to the documents. It answers a program with the name, version and commit of the
 * service and with the addresses of its parts.
 * @param publicUrl the service's public address, if it is known
 * @param base the path of the API
 * @param build the release that runs
 */
export function frontPage(
  publicUrl: string | null,
  base: string,
  { version, commit }: { readonly version: string; readonly commit: string },
): HttpRoute {
  return {
    method: 'GET',
    path: '/',
    name: 'front',
    changes: false,
    serve: (request, response) => {
      response.vary('Accept');
      setHeaders(response, { 'cache-control': 'no-cache' });
      // A client without a preference, such as curl, gets JSON.
      if (request.accepts(['json', 'html']) === 'html') {
        setHeaders(response, { location: '/docs' });
        sendNothing(response, 303);
        return;
      }
      const url = ownAddress(request, publicUrl);
      const parts = {
        documentation: `${url}/docs`,
        openapi: `${url}${base}/openapi.json`,
        api: `${url}${base}`,
        mcp: `${url}/api/mcp`,
      };
      send(response, 200, JSON.stringify({ name: INFO.title, version, commit, ...parts }));
    },
  };
}
