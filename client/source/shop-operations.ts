import { call, type CallOptions, type Settings } from './call.js';
import { exportedIn, type OpenAnswer } from './exported.js';
import { follow, type FollowOptions } from './follow.js';
import { sleep, type Limit, type Sleep } from './limit.js';
import { listOf, pageIn } from './list.js';
import { OPERATIONS, OperationTree, type Calls } from './operations.js';
import { outgoing, type Endpoint, type Input } from './outgoing.js';
import { shown, shownEvent } from './shown.js';

export type { CallOptions } from './call.js';
// The types of all records and inputs are too many to name here, and this file is the entry of the package.
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- see above
export type * from './document.js';
export { ShopOperationsError, type ErrorCode, type Existing } from './error.js';
export type { Exported, ExportedRecord } from './exported.js';
export type { FollowOptions } from './follow.js';
export type { List, Page } from './list.js';
export type { Calls } from './operations.js';
export { verifyWebhook, type WebhookHeaders } from './webhook.js';

export interface ClientOptions {
  /** the address of the service, such as `https://shop.example` */
  readonly baseUrl: string;
  /** the API key of the shop */
  readonly key: string;
  /** by default that of the platform */
  readonly fetch?: typeof fetch | undefined;
  /** the limit in time of a call with all its tries; 30 s by default */
  readonly timeoutMs?: number | undefined;
  /** how often a call is sent again, at most; 4 by default */
  readonly maxRetries?: number | undefined;
  /** how the client waits between tries; a test may pass the time otherwise */
  readonly sleep?: Sleep | undefined;
}

/** The client of one shop. Its methods are the operations: `shop.leads.create({ name: 'Dana Whitfield' })`. */
export class ShopOperations extends OperationTree {
  declare readonly events: OperationTree['events'] & {
    /** Every event once and in order, over disconnects and restarts of the service, until the `signal` or the loop ends it. */
    readonly follow: <Type extends NonNullable<FollowOptions['types']>[number]>(
      options?: FollowOptions<Type>,
    ) => ReturnType<typeof follow<Type>>;
  };
  readonly #settings: Settings;

  constructor({ baseUrl, key, fetch = globalThis.fetch, timeoutMs = 30_000, maxRetries = 4, ...others }: ClientOptions) {
    super();
    // Settings that are not there are `undefined` in JavaScript, whatever the type says.
    if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl: ${baseUrl} is not the address of a service`);
    if (!key) throw new TypeError('key: the API key of the shop is missing');
    const address = new URL(baseUrl).href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
    this.#settings = { baseUrl: address, key, fetch, timeoutMs, maxRetries, sleep: others.sleep ?? sleep };
    for (const name of Object.keys(OPERATIONS))
      this.#plant(name, (input: Input = {}, options: CallOptions = {}) => this.#answer(endpointOf(name), input, options));
    this.#plant('events.follow', (options: FollowOptions = {}) => follow(this.#settings, options));
  }

  /** The same client with another key, perhaps of another shop. */
  withKey(key: string): ShopOperations {
    return new ShopOperations({ ...this.#settings, key });
  }

  /** Calls an operation by its name in the document: `shop.request('leads.create', { name: 'Dana Whitfield' })`. */
  request<Name extends keyof Calls>(operation: Name, ...given: Parameters<Calls[Name]>): ReturnType<Calls[Name]> {
    const [input = {}, options = {}] = given as [Input?, CallOptions?];
    // The cast is safe: the types of calls and the table of endpoints are made from the same declarations.
    return this.#answer(endpointOf(operation), input, options) as ReturnType<Calls[Name]>;
  }

  /** Makes `shop.phoneNumbers.list` of `phone_numbers.list`. */
  #plant(name: string, method: (...given: never[]) => unknown): void {
    const words = name.split('.').map((word) => word.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const verb = words.pop() ?? '';
    let place = this as unknown as Record<string, Record<string, unknown>>;
    for (const word of words) place = (place[word] ??= {}) as typeof place;
    place[verb] = method as unknown as Record<string, unknown>;
  }

  #answer(endpoint: Endpoint, input: Input, options: CallOptions): unknown {
    const { baseUrl } = this.#settings;
    const show = (record: unknown): unknown =>
      endpoint.answer === 'feed' ? shownEvent(record, baseUrl) : shown(record, baseUrl);
    const send = async <T>(given: Input, read: (response: Response, limit: Limit) => Promise<T>): Promise<T> =>
      call(this.#settings, outgoing(endpoint, given, options), options, read);
    switch (endpoint.answer) {
      case 'list':
      case 'feed':
        return listOf(input, (given) => send(given, async (response) => pageIn(await bodyOf(response), given, show)));
      case 'record':
        return send(input, async (response) => show((await bodyOf<{ data: unknown }>(response)).data));
      case 'lines': {
        const ask = (more: Input): Promise<OpenAnswer> =>
          send({ ...input, ...more }, (response, limit) => {
            limit.outlive();
            return Promise.resolve({ response, limit });
          });
        return ask({}).then((first) => exportedIn(first, { ask, show, mostCuts: this.#settings.maxRetries }));
      }
      case 'file':
        return send(input, (response, limit) => {
          limit.outlive();
          return Promise.resolve(response);
        });
      case 'nothing':
        return send(input, () => Promise.resolve());
    }
  }
}

/** @throws RangeError when there is no such operation, which only a caller without types can ask for */
function endpointOf(name: string): Endpoint {
  const endpoint = OPERATIONS[name];
  if (!endpoint) throw new RangeError(`no operation is called ${name}`);
  return endpoint;
}

async function bodyOf<T>(response: Response): Promise<T> {
  // The document says that the service answers this type.
  return (await response.json()) as T;
}
