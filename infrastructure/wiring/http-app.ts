import type { Container } from 'inversify';
import type { Express } from 'express';
import { BackgroundTurns } from '../../adapters/background-turns.js';
import { Admission } from '../../adapters/http/admission.js';
import { describeRequest, logExchanges, type Observer } from '../../adapters/http/access-log.js';
import { send } from '../../adapters/http/answer.js';
import { createApp, type AppOptions } from '../../adapters/http/app.js';
import { Connections } from '../../adapters/http/connections.js';
import { docsPage } from '../../adapters/http/docs-page.js';
import { openApiDocument } from '../../adapters/http/openapi.js';
import { McpHandler } from '../../adapters/http/mcp-handler.js';
import { LongWaits } from '../../adapters/http/long-waits.js';
import { OperationHandler } from '../../adapters/http/operation-handler.js';
import { Origins } from '../../adapters/http/origins.js';
import { endpointsOf } from '../../adapters/http/endpoint.js';
import { playbackRoute } from '../../adapters/http/playback-route.js';
import { FileSender } from '../../adapters/http/send-file.js';
import { Workload } from '../../adapters/http/workload.js';
import { RouteTable, type Route } from '../../adapters/http/route-table.js';
import { CallTool } from '../../adapters/json-rpc/call-tool.js';
import { Instructions } from '../../adapters/json-rpc/instructions.js';
import { McpOnDemand } from '../../adapters/json-rpc/mcp-on-demand.js';
import { toolsOf } from '../../adapters/json-rpc/tool.js';
import { Toolbox } from '../../adapters/json-rpc/toolbox.js';
import type { Metrics } from '../../adapters/metrics/metrics.js';
import { ApiKeys } from '../../application/access/api-keys.js';
import { Authenticate } from '../../application/access/authenticate.js';
import { KeyTokens } from '../../application/access/key-tokens.js';
import { SettingsOfShops } from '../../application/access/settings-of-shops.js';
import { Execution } from '../../application/operation/execution.js';
import { KeptAnswers } from '../../application/operation/kept-answers.js';
import { FileStorage } from '../../application/media/file-storage.js';
import { Playback } from '../../application/media/playback.js';
import { IdempotencyKeys } from '../../application/ports/idempotency-keys.js';
import type { Operation } from '../../application/operation/operation.js';
import type { Registry } from '../../application/registry.js';
import { Clock } from '../../application/ports/clock.js';
import { Log } from '../../application/ports/log.js';
import { RateLimiter } from '../../application/ports/rate-limiter.js';
import { Sealer } from '../../application/ports/sealer.js';
import { UnitOfWork } from '../../application/ports/unit-of-work.js';
import { Staff } from '../../application/staff/staff.js';
import type { Config } from '../settings/config.js';
import { useCasesOf } from './container.js';
import { providerRoutes } from './provider-routes.js';
import type { Health } from '../server/health.js';

const BASE = '/api/v1';

export interface HttpApp {
  readonly app: Express;
  readonly routes: RouteTable;
  readonly workload: Workload;
  readonly observe: Observer;
  readonly waits: LongWaits;
  /** After this call, answers tell clients to use another instance. Requests are still served. */
  leave(): void;
}

export type HttpMetrics = Pick<Metrics, 'observeExchange' | 'observeProviderCall'>;

const NOT_MEASURED: HttpMetrics = { observeExchange: () => undefined, observeProviderCall: () => undefined };

/**
 * Builds one Express application, in which every operation has its routes and its tool, if it has one. The metrics count its
 * answers.
 */
export function createHttpApp(
  container: Container,
  registry: Registry,
  config: Pick<
    Config,
    'allowedOrigins' | 'publicUrl' | 'texts' | 'trustedProxies' | 'log' | 'poolSize' | 'mostInFlight' | 'mostWaiting'
  >,
  health: Health,
  metrics: HttpMetrics = NOT_MEASURED,
): HttpApp {
  const log = container.get(Log);
  const origins = new Origins([...config.allowedOrigins, ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])]);
  const onFault: AppOptions['onFault'] = (error, requestId) => {
    log.error('unexpected error', { error, requestId });
  };
  const files = new FileSender(container.get(FileStorage), onFault);
  const waits = new LongWaits(config.mostWaiting);
  const routes = new RouteTable([
    ...routesOf(container, registry.operations, origins, files, waits),
    playbackRoute(container.get(Playback), files),
    document('openapi', `${BASE}/openapi.json`, () => openApiDocument(registry)),
    document('healthz', '/healthz', () => ({ status: 'ok' })),
    readiness(health),
    ...docsPage('/docs', config.publicUrl),
    ...providerRoutes(container, config, metrics.observeProviderCall),
  ]);
  const connections = new Connections();
  const workload = new Workload(config.mostInFlight, config.poolSize);
  const observe = observerIn(container, config, metrics);
  const { trustedProxies } = config;
  const app = createApp({ routes, connections, workload, origins, base: BASE, trustedProxies, onFault, observe });
  const leave = (): void => {
    for (const part of [connections, waits]) part.leave();
  };
  return { app, routes, workload, observe, waits, leave };
}

/**
 * The routes that need a key: the paths of each operation, and the MCP endpoint, whose tools are the operations with a
 * capability.
 */
function routesOf(
  container: Container,
  operations: readonly Operation[],
  origins: Origins,
  files: FileSender,
  waits: LongWaits,
): Route[] {
  const log = container.get(Log);
  const limiter = container.get(RateLimiter);
  const clock = container.get(Clock);
  const authenticate = new Authenticate(container.get(ApiKeys), container.get(KeyTokens), limiter, clock);
  const admission = new Admission(authenticate, container.get(BackgroundTurns));
  const execution = new Execution(
    useCasesOf(container, operations),
    container.get(IdempotencyKeys),
    container.get(UnitOfWork),
    new KeptAnswers(container.get(Sealer)),
    clock,
  );
  const calls = new CallTool(limiter, execution, log, clock);
  const instructions = new Instructions(container.get(SettingsOfShops), container.get(Staff), clock);
  const rpc = new McpOnDemand({ toolbox: new Toolbox(toolsOf(operations)), calls, instructions, clock, log });
  const mcp = new McpHandler(admission, limiter, origins, rpc);
  const handler = new OperationHandler(admission, limiter, execution, files, waits, BASE);
  return [
    ...endpointsOf(operations).map((endpoint) => handler.routeOf(endpoint)),
    { method: 'POST', path: '/api/mcp', name: 'mcp', changes: false, serve: (context) => mcp.serve(context) },
  ];
}

function observerIn(container: Container, { log }: Pick<Config, 'log'>, metrics: HttpMetrics): Observer {
  const observers = [logExchanges(container.get(Log), log.requests), metrics.observeExchange, describeRequest];
  return (exchange) => {
    for (const observe of observers) observe(exchange);
  };
}

/** Returns a route for a document that never changes, so the document is made and serialized once, for its first reader. */
function document(name: string, path: string, make: () => object): Route {
  let body: string | undefined;
  return {
    method: 'GET',
    path,
    name,
    changes: false,
    serve: (context) => {
      send(context, 200, (body ??= JSON.stringify(make())));
    },
  };
}

function readiness(health: Health): Route {
  return {
    method: 'GET',
    path: '/readyz',
    name: 'readyz',
    changes: false,
    serve: async (context) => {
      const report = await health.report();
      if (report.status !== 'ok') context.headers['retry-after'] = '1';
      send(context, report.status === 'ok' ? 200 : 503, JSON.stringify(report));
    },
  };
}
