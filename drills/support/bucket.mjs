import { once } from 'node:events';
import { createServer } from 'node:http';

const CHUNK = Buffer.alloc(64 * 1024, 7);

/**
 * A server that takes every upload in S3's interface, in one request or in parts, and forgets its content: of each object it keeps
 * the length only, and answers with that many bytes. It checks no signatures; the tests do.
 */
export async function startBucket() {
  const lengths = new Map();
  const parts = new Map();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url, 'http://server');
    const length = await countOf(request);
    if (request.method === 'GET') return send(response, lengths.get(pathname));
    const xml = (text) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    if (query.has('uploads')) {
      parts.set(pathname, 0);
      return xml(`<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>`);
    }
    if (query.has('partNumber')) parts.set(pathname, parts.get(pathname) + length);
    else lengths.set(pathname, parts.get(pathname) ?? length);
    if (request.method === 'POST') return xml('<CompleteMultipartUploadResult/>');
    return response.writeHead(200, { etag: '"1"' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function countOf(request) {
  let length = 0;
  for await (const chunk of request) length += chunk.length;
  return length;
}

async function send(response, length) {
  response.writeHead(200, { 'content-length': length });
  for (let left = length; left > 0; left -= CHUNK.length) {
    if (!response.write(CHUNK.subarray(0, left))) await once(response, 'drain');
  }
  response.end();
}
