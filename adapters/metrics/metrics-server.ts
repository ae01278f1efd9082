import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Log } from '../../application/kernel/ports/ports.js';
import type { Metrics } from './metrics.js';

/** The result of the health check, as `/readyz` answers it. */
interface Readiness {
  readonly status: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves `/metrics`, `/healthz` and `/readyz` without a key, so its port must be reachable only for the scraper and the
 * orchestrator.
 */
export function createMetricsServer(metrics: Metrics, ready: () => Promise<Readiness>, log: Log): Server {
  const pages: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/metrics': async (response) => {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    },
    '/healthz': (response) => {
      response.writeHead(200, { 'content-type': JSON_TYPE }).end('{"status":"ok"}');
      return Promise.resolve();
    },
    '/readyz': async (response) => {
      const report = await ready();
      const head = report.status === 'ok' ? {} : { 'retry-after': '1' };
      response.writeHead(report.status === 'ok' ? 200 : 503, { 'content-type': JSON_TYPE, ...head }).end(JSON.stringify(report));
    },
  };
  return createServer((request, response) => {
    const page = request.method === 'GET' ? pages[request.url ?? ''] : undefined;
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    page(response).catch((error: unknown) => {
      log.error('the metrics cannot be told', { error });
      response.writeHead(500).end();
    });
  });
}
