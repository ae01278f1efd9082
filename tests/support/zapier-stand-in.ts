import { randomUUID } from 'node:crypto';
import { Receiver, type ReceivedRequest } from './receiver.js';

interface ZapierRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Z {
  request(request: ZapierRequest): Promise<{ readonly status: number; readonly data: unknown }>;
}

interface Bundle {
  readonly authData: Readonly<Record<string, string>>;
  readonly targetUrl?: string;
  readonly subscribeData?: unknown;
  readonly cleanedRequest?: unknown;
}

type Perform<Result> = (z: Z, bundle: Bundle) => Result | Promise<Result>;

/** The parts of an integration that the stand-in calls, by the names that Zapier's documentation gives them. */
export interface ZapierApp {
  readonly authentication: { readonly test: Perform<unknown> };
  readonly beforeRequest: readonly ((request: ZapierRequest, z: Z, bundle: Bundle) => ZapierRequest)[];
  readonly triggers: Readonly<
    Record<
      string,
      {
        readonly operation: {
          readonly performSubscribe: Perform<unknown>;
          readonly performUnsubscribe: Perform<unknown>;
          readonly perform: Perform<readonly unknown[]>;
          readonly performList: Perform<readonly unknown[]>;
        };
      }
    >
  >;
}

/** Calls an integration as Zapier does, and takes the deliveries to a Zap's URL. A URL whose Zap is off answers 410. */
export class ZapierStandIn {
  /** what the Zap was triggered with */
  readonly triggeredBy: unknown[] = [];
  private on: { readonly path: string; readonly subscribeData: unknown } | null = null;

  private constructor(
    private readonly app: ZapierApp,
    private readonly trigger: string,
    private readonly authData: Bundle['authData'],
    private readonly receiver: Receiver,
  ) {}

  static async start(app: ZapierApp, trigger: string, authData: Bundle['authData']): Promise<ZapierStandIn> {
    const receiver = await Receiver.start({
      host: '127.0.0.1',
      answer: (response, request) => response.writeHead(zapier.take(request)).end(),
    });
    const zapier = new ZapierStandIn(app, trigger, authData, receiver);
    return zapier;
  }

  testConnection(): Promise<unknown> {
    return Promise.resolve(this.app.authentication.test(this.z, this.bundle()));
  }

  async turnOn(): Promise<void> {
    const path = `/hooks/standard/${randomUUID()}`;
    const targetUrl = this.receiver.url('127.0.0.1', path);
    this.on = { path, subscribeData: await this.operation.performSubscribe(this.z, this.bundle({ targetUrl })) };
  }

  /** @param how `forgotten`: Zapier does not unsubscribe, as when it cannot reach the service */
  async turnOff(how: 'unsubscribed' | 'forgotten' = 'unsubscribed'): Promise<void> {
    const { subscribeData } = this.on ?? {};
    this.on = null;
    if (how === 'unsubscribed') await this.operation.performUnsubscribe(this.z, this.bundle({ subscribeData }));
  }

  async samples(): Promise<readonly unknown[]> {
    return this.operation.performList(this.z, this.bundle());
  }

  stop(): Promise<void> {
    return this.receiver.close();
  }

  private get operation(): ZapierApp['triggers'][string]['operation'] {
    const { [this.trigger]: trigger } = this.app.triggers;
    if (!trigger) throw new Error(`the integration has no trigger ${this.trigger}`);
    return trigger.operation;
  }

  private take({ path, body }: ReceivedRequest): number {
    if (path !== this.on?.path) return 410;
    void Promise.resolve(this.operation.perform(this.z, this.bundle({ cleanedRequest: JSON.parse(body) }))).then((items) =>
      this.triggeredBy.push(...items),
    );
    return 200;
  }

  private bundle(more: Partial<Bundle> = {}): Bundle {
    return { authData: this.authData, ...more };
  }

  private readonly z: Z = {
    request: async (asked) => {
      const given = { method: 'GET', headers: {}, ...asked };
      const { url, body, ...rest } = this.app.beforeRequest.reduce(
        (one, step) => ({ ...one, ...step(one, this.z, this.bundle()) }),
        given,
      );
      const headers = { 'user-agent': 'Zapier', 'content-type': 'application/json; charset=utf-8', ...rest.headers };
      const answer = await fetch(url, { ...rest, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
      return { status: answer.status, data: text === '' ? undefined : JSON.parse(text) };
    },
  };
}
