import type { Express } from 'express';
import type { Container } from 'inversify';
import { describeRequest, logExchanges, type Observer } from '../../adapters/http/access-log.js';
import { send } from '../../adapters/http/answer.js';
import { createApp, type AppOptions } from '../../adapters/http/app.js';
import { ClientConnections } from '../../adapters/http/connections.js';
import { docsPage } from '../../adapters/http/docs-page.js';
import { frontPage } from '../../adapters/http/front-page.js';
import { endpointsOf } from '../../adapters/http/endpoint.js';
import { admit, authenticate } from '../../adapters/http/gates.js';
import { McpHandler, type RpcEndpoint } from '../../adapters/http/mcp-handler.js';
import { keptDocument } from '../../adapters/http/kept-document.js';
import { openApiDocument } from '../../adapters/http/openapi.js';
import { OperationHandler } from '../../adapters/http/operation-handler.js';
import { Origins } from '../../adapters/http/origins.js';
import { playbackRoute } from '../../adapters/http/playback-route.js';
import type { HttpRoute } from '../../adapters/http/routing.js';
import { FileSender } from '../../adapters/http/send-file.js';
import { StreamSender } from '../../adapters/http/send-stream.js';
import { Load } from '../../adapters/load/load.js';
import { LongPolls } from '../../adapters/load/long-polls.js';
import { Streams } from '../../adapters/load/streams.js';
import { CallTool } from '../../adapters/mcp/call-tool.js';
import { Instructions } from '../../adapters/mcp/instructions.js';
import { McpOnDemand } from '../../adapters/mcp/mcp-on-demand.js';
import { toolsOf } from '../../adapters/mcp/tool.js';
import { Toolbox } from '../../adapters/mcp/toolbox.js';
import type { Metrics } from '../../adapters/metrics/metrics.js';
import { ApiKeys, KeyTokens } from '../../application/areas/access/api-keys.js';
import { Authenticate } from '../../application/areas/access/authenticate.js';
import { SettingsOfShops } from '../../application/areas/access/shops.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { Playback } from '../../application/areas/media/playback.js';
import { Staff } from '../../application/areas/staff/staff.js';
import { Execution } from '../../application/kernel/operation/execution.js';
import { KeptAnswers } from '../../application/kernel/operation/kept-answers.js';
import type { Operation } from '../../application/kernel/operation/operation.js';
import { IdempotencyKeys } from '../../application/kernel/ports/idempotency-keys.js';
import { Clock, Log, PublicUrl, RateLimiter, Sealer, UnitOfWork } from '../../application/kernel/ports/ports.js';
import type { Registry } from '../../application/kernel/registry.js';
import { Assembly } from '../extensions/assembly.js';
import { buildInfo } from '../server/build-info.js';
import type { Health } from '../server/health.js';
import type { Config } from '../settings/config.js';
import { useCasesOf } from './container.js';
import { providerRoutes } from './provider-routes.js';

const BASE = '/api/v1';

/** Each export holds a connection to the database. */
const MOST_EXPORTS = 8;
const MOST_EVENT_STREAMS = 1000;
const MOST_EVENT_STREAMS_OF_KEY = 20;

export interface HttpApp {
  readonly app: Express;
  readonly routes: readonly HttpRoute[];
  readonly observe: Observer;
  readonly connections: ClientConnections;
  /** the public address; null: it is not known */
  readonly publicUrl: string | null;
  readonly polls: LongPolls;
  /** After this call, answers tell clients to use another instance. Requests are still served. */
  leave(): void;
}

export type HttpMetrics = Pick<Metrics, 'observeExchange' | 'observeProviderCall'>;

const NOT_MEASURED: HttpMetrics = { observeExchange: () => undefined, observeProviderCall: () => undefined };

/**
 * Builds one Express application, in which every operation has its routes and its tool, if it has one. The metrics count its
 * answers.
 * @param keyOfDemo the key of the demo's shop; null: this is no demo
 */
export function createHttpApp(
  container: Container,
  registry: Registry,
  config: Pick<Config, 'allowedOrigins' | 'publicUrl' | 'texts' | 'trustedProxies' | 'log' | 'mostInFlight' | 'mostWaiting'>,
  health: Health,
  metrics: HttpMetrics = NOT_MEASURED,
  keyOfDemo: string | null = null,
): HttpApp {
  const log = container.get(Log);
  const origins = new Origins([...config.allowedOrigins, ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])]);
  const onFault: AppOptions['onFault'] = (error, requestId) => {
    log.error('unexpected error', { error, requestId });
  };
  const load = new Load(config.mostInFlight);
  const polls = new LongPolls(config.mostWaiting);
  const limiter = container.get(RateLimiter);
  const authenticator = new Authenticate(container.get(ApiKeys), container.get(KeyTokens), limiter, container.get(Clock));
  const execution = executionIn(container, registry.operations);
  const files = new FileSender(container.get(FileStorage), onFault);
  const streams = streamsOf(onFault);
  const { middleware, isExtended } = container.get(Assembly);
  const operations = new OperationHandler(authenticator, limiter, execution, files, streams, polls, BASE, isExtended);
  const tools = new McpHandler(limiter, origins, rpcIn(container, registry.operations, execution));
  const routes = {
    operations: endpointsOf(registry.operations).map((endpoint) => operations.routeOf(endpoint)),
    tools: tools.route,
    pages: docsPage('/docs', { registry, publicUrl: config.publicUrl, demoKey: keyOfDemo }),
    others: [
      frontPage(config.publicUrl, BASE, buildInfo()),
      playbackRoute(container.get(Playback), files, load),
      ...providerRoutes(container, config, load, metrics.observeProviderCall),
      ...reports(registry, health),
    ],
  };
  const connections = new ClientConnections();
  const observe = observerIn(container, config, metrics);
  const gates = { admit: admit(load), authenticate: authenticate(authenticator), beginTool: tools.begin };
  const { trustedProxies, publicUrl } = config;
  const place = { base: BASE, publicUrl, trustedProxies };
  const app = createApp({ ...place, connections, middleware, origins, ...gates, routes, onFault, observe });
  const leave = (): void => {
    for (const part of [connections, polls, streams]) part.leave();
  };
  return { app, routes: listed(routes), observe, connections, publicUrl, polls, leave };
}

function streamsOf(onFault: AppOptions['onFault']): StreamSender {
  const events = new Streams(MOST_EVENT_STREAMS, MOST_EVENT_STREAMS_OF_KEY);
  return new StreamSender({ 'application/x-ndjson': new Streams(MOST_EXPORTS), 'text/event-stream': events }, onFault);
}

function listed({ operations, tools, pages, others }: AppOptions['routes']): HttpRoute[] {
  return [...operations, tools, ...pages, ...others];
}

/** The routes that describe the service and its state. */
function reports(registry: Registry, health: Health): HttpRoute[] {
  return [liveness(), readiness(health), keptDocument('openapi', `${BASE}/openapi.json`, () => openApiDocument(registry))];
}

function executionIn(container: Container, operations: readonly Operation[]): Execution {
  return new Execution(
    useCasesOf(container, operations),
    container.get(IdempotencyKeys),
    container.get(UnitOfWork),
    new KeptAnswers(container.get(Sealer)),
    container.get(Clock),
    container.get(PublicUrl),
  );
}

/** The tool endpoint, whose tools are the operations with a capability. */
function rpcIn(container: Container, operations: readonly Operation[], execution: Execution): RpcEndpoint {
  const [log, clock] = [container.get(Log), container.get(Clock)];
  const calls = new CallTool(container.get(RateLimiter), execution, log, clock);
  const instructions = new Instructions(operations, container.get(SettingsOfShops), container.get(Staff), clock);
  return new McpOnDemand({ toolbox: new Toolbox(toolsOf(operations)), calls, instructions, clock, log });
}

function observerIn(container: Container, { log }: Pick<Config, 'log'>, metrics: HttpMetrics): Observer {
  const observers = [logExchanges(container.get(Log), log.requests), metrics.observeExchange, describeRequest];
  return (exchange) => {
    for (const observe of observers) observe(exchange);
  };
}

/** Tells that the process runs. */
function liveness(): HttpRoute {
  return {
    method: 'GET',
    path: '/healthz',
    name: 'healthz',
    changes: false,
    serve: (_request, response) => {
      send(response, 200, '{"status":"ok"}');
    },
  };
}

function readiness(health: Health): HttpRoute {
  return {
    method: 'GET',
    path: '/readyz',
    name: 'readyz',
    changes: false,
    serve: async (_request, response) => {
      const report = await health.report();
      if (report.status !== 'ok') response.setHeader('retry-after', '1');
      send(response, report.status === 'ok' ? 200 : 503, JSON.stringify(report));
    },
  };
}
