import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

/** The fields that a test gives to a row of vPIC. vPIC itself sends only texts. */
export type VpicFields = Readonly<Record<string, string | number | null>>;

/**
 * The way in which the server answers. `ok`: as vPIC does · `slow`: the same after `slowMs` · `hang`: headers and a part of the
 * body, then silence · `error500`: status 500 · `malformed`: JSON that is cut short · `empty`: 200 without a body ·
 * `empty-results`: no row · `html`: 200 with a page · `drop`: the connection is closed without an answer · `huge`: a body without
 * end · `redirect`: a redirect to an address with `&redirected`, which gives the right answer · `raw`: `rawBody`, unchanged
 */
export type FakeVpicMode =
  'ok' | 'slow' | 'hang' | 'error500' | 'malformed' | 'empty' | 'empty-results' | 'html' | 'drop' | 'huge' | 'redirect' | 'raw';

const UNKNOWN_VIN = {
  AdditionalErrorText: '',
  BodyClass: '',
  Doors: '',
  ErrorCode: '7',
  FuelTypePrimary: '',
  Make: '',
  MakeID: '',
  Manufacturer: '',
  Model: '',
  ModelID: '',
  ModelYear: '',
  PlantCity: '',
  Series: '',
  SuggestedVIN: '',
  Trim: '',
  Trim2: '',
  ErrorText: '7 - Manufacturer is not registered with NHTSA for sale or importation in the U.S. for use on U.S roads',
  VehicleType: '',
};
const FOUND = { ErrorCode: '0', ErrorText: '0 - VIN decoded clean. Check Digit (9th position) is correct' };
const MESSAGE =
  'Results returned successfully. NOTE: Any missing decoded values should be interpreted as NHTSA does not ' +
  'have data on the specific variable.';
const PATH = /^\/api\/vehicles\/DecodeVinValues\/([^/?]+)\?format=json(?:&redirected)?$/;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

/** A server on this machine that answers in vPIC's format. */
export class FakeVpic {
  /** The mode of the answers to all later requests. A test can change it at any time. */
  mode: FakeVpicMode = 'ok';
  slowMs = 3_000;
  rawBody: string | Buffer = '';
  /** The paths of the requests with their queries, in the order of arrival. */
  readonly requests: string[] = [];
  /** The number of requests that have no complete answer yet, and whose client has not left. */
  unfinished = 0;
  /** The number of bytes written in mode `huge`. A small number shows that the client stopped reading. */
  hugeBytes = 0;
  private readonly rows = new Map<string, object>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly server: Server;

  constructor() {
    this.server = createServer(({ url = '' }, response) => {
      this.requests.push(url);
      this.unfinished += 1;
      response.on('close', () => (this.unfinished -= 1));
      const [, vin] = PATH.exec(url) ?? [];
      if (vin === undefined) response.writeHead(404).end();
      else if (url.endsWith('&redirected')) sendJson(response, this.bodyFor(vin));
      else this.respond(vin, response);
    });
  }

  /** The address that the service is configured with: `…/api/vehicles`. */
  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the fake vPIC is not listening');
    return `http://127.0.0.1:${address.port}/api/vehicles`;
  }

  /**
   * Sets the fields of the answer for a VIN; they can contain an error code. For a VIN without set fields the answer is that of
   * an unknown VIN: empty fields and code 7.
   */
  answer(vin: string, fields: VpicFields): void {
    this.rows.set(vin, { ...UNKNOWN_VIN, ...FOUND, ...fields });
  }

  /** @param port a free port by default; a test gives the port of an earlier start, so that the service finds the server again */
  async start(port = 0): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections(); // this comes after `close`, because fetch connects again as soon as it loses a connection
    await closed;
  }

  private respond(vin: string, response: ServerResponse): void {
    const body = this.bodyFor(vin);
    switch (this.mode) {
      case 'ok':
        return sendJson(response, body);
      case 'slow':
        return this.later(() => sendJson(response, body));
      case 'hang':
        return void response.writeHead(200, { 'content-type': 'application/json' }).write(body.slice(0, 40));
      case 'error500':
        return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Server Error</h1>');
      case 'malformed':
        return sendJson(response, body.slice(0, -20));
      case 'empty':
        return sendJson(response, '');
      case 'empty-results':
        return sendJson(response, JSON.stringify({ Count: 0, Message: MESSAGE, Results: [] }));
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>');
      case 'drop':
        return void response.destroy();
      case 'huge':
        return this.sendWithoutEnd(response);
      case 'redirect':
        return void response.writeHead(302, { location: `/api/vehicles/DecodeVinValues/${vin}?format=json&redirected` }).end();
      case 'raw':
        return sendJson(response, this.rawBody);
    }
  }

  private bodyFor(vin: string): string {
    const row = { ...(this.rows.get(vin) ?? UNKNOWN_VIN), VIN: vin };
    return JSON.stringify({ Count: 1, Message: MESSAGE, SearchCriteria: `VIN(s): ${vin}`, Results: [row] });
  }

  private later(send: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      send();
    }, this.slowMs);
    this.timers.add(timer);
  }

  private sendWithoutEnd(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed) {
        this.hugeBytes += CHUNK.length;
        if (!response.write(CHUNK)) return;
      }
    };
    response.on('drain', more);
    more();
  }
}

export async function startFakeVpic(port = 0): Promise<FakeVpic> {
  const vpic = new FakeVpic();
  await vpic.start(port);
  return vpic;
}

function sendJson(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}
