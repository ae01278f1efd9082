import type { ServerResponse } from 'node:http';
import { OpenApiChecker } from './openapi-checker.js';
import { Receiver, type ReceivedRequest } from './receiver.js';
import { registry } from './registry.js';

export interface ReceivedEvent {
  readonly number: number | null;
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly shop_id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly cause: Readonly<Record<string, unknown>>;
}

export interface ReceivedDelivery extends ReceivedRequest {
  readonly event: ReceivedEvent;
}

export type Answer = (response: ServerResponse) => void;

export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** A subscriber's server that keeps the deliveries it gets, and checks each of them against the document. */
export class Subscriber {
  readonly received: ReceivedDelivery[] = [];
  answer: Answer = answering(200);
  private readonly faults: unknown[] = [];
  private readonly checker = OpenApiChecker.of(registry);
  private receiver: Receiver | null = null;

  static async start(): Promise<Subscriber> {
    const subscriber = new Subscriber();
    subscriber.receiver = await Receiver.start({
      answer: (response, request) => subscriber.take(response, request),
      host: '127.0.0.1',
    });
    return subscriber;
  }

  get url(): string {
    return this.receiver?.url() ?? '';
  }

  /** Forgets what it got, and answers as in the beginning. */
  reset(): void {
    this.received.length = 0;
    this.answer = answering(200);
  }

  /** @throws when a delivery was not as the document says */
  async stop(): Promise<void> {
    await this.receiver?.close();
    if (this.faults.length > 0) throw this.faults[0];
  }

  private take(response: ServerResponse, request: ReceivedRequest): void {
    try {
      const event = JSON.parse(request.body) as ReceivedEvent;
      this.checker.checkEvent(event);
      this.received.push({ ...request, event });
      this.answer(response);
    } catch (error) {
      this.faults.push(error);
      response.writeHead(500).end();
    }
  }
}
