import { randomUUID } from 'node:crypto';
import type { Call } from '../../domain/calls/call.js';
import type { FakeTwilio } from './fakes/twilio/fake-twilio.js';
import type { TestService, TestShop } from './service.js';

/** The time at which the calls of the tests begin. */
export const BEGAN = '2026-03-02T14:00:00.000Z';
export const CALLER = '+16135550142';

/** The time some seconds after `BEGAN`. */
export function secondsIn(seconds: number): string {
  return new Date(Date.parse(BEGAN) + 1000 * seconds).toISOString();
}

type Fields = Readonly<Record<string, string>>;

/** Reports calls to a service, as Twilio does. */
export class ReportedCalls {
  constructor(
    private readonly service: TestService,
    private readonly twilio: FakeTwilio,
    private readonly publicUrl: string,
  ) {}

  /** Reports the state of an inbound call. @param second when, in seconds after `BEGAN` */
  state(call: string, status: string, second: number, line: string, fields: Fields = {}): Promise<Response> {
    const ends = { From: CALLER, To: line, Direction: 'inbound' };
    const Timestamp = new Date(secondsIn(second)).toUTCString();
    return this.send('calls', { CallSid: call, ...ends, CallStatus: status, Timestamp, ...fields });
  }

  /** Reports the state of the leg of a forwarded call. */
  leg(parent: string, status: string, to: string, fields: Fields = {}): Promise<Response> {
    const ends = { From: CALLER, To: to, Direction: 'outbound-dial' };
    return this.send('calls', { CallSid: sidOf('CA'), ParentCallSid: parent, ...ends, CallStatus: status, ...fields });
  }

  recording(call: string, id: string, fields: Fields = {}): Promise<Response> {
    const about = { CallSid: call, RecordingSid: id, RecordingUrl: `https://api.example/${id}` };
    return this.send('recordings', { ...about, RecordingStatus: 'completed', RecordingDuration: '61', ...fields });
  }

  transcript(call: string, text: string, fields: Fields = {}): Promise<Response> {
    const about = { CallSid: call, TranscriptionSid: sidOf('TR'), TranscriptionText: text };
    return this.send('transcripts', { ...about, TranscriptionStatus: 'completed', ...fields });
  }

  send(path: 'calls' | 'recordings' | 'transcripts', fields: Fields): Promise<Response> {
    const address = `/providers/twilio/${path}`;
    return this.twilio.call(this.publicUrl + address, Object.entries(fields), this.service.url + address);
  }
}

export function sidOf(kind: 'CA' | 'RE' | 'TR'): string {
  return kind + randomUUID().replaceAll('-', '');
}

type CallRow = Pick<Call, 'id' | 'direction' | 'status' | 'from' | 'to' | 'transcript'> & {
  readonly conversation_id: string | null;
  readonly customer_id: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly duration_seconds: number | null;
  readonly answered_by: string | null;
  readonly transcript_source: string | null;
};

/** The stored calls of a shop, the oldest first. */
export async function callsOf({ sql }: Pick<TestService, 'sql'>, { id }: Pick<TestShop, 'id'>): Promise<CallRow[]> {
  const rows = await sql<CallRow>('select * from calls where shop_id = $1 order by started_at, id', [id]);
  const instant = (time: string): string => new Date(time).toISOString();
  return rows.map((row) => ({
    ...row,
    started_at: instant(row.started_at),
    ended_at: row.ended_at && instant(row.ended_at),
  }));
}

/** The sounds that the service expects of a shop's calls. */
export function soundsOf({ sql }: Pick<TestService, 'sql'>, { id }: Pick<TestShop, 'id'>): Promise<Fields[]> {
  return sql(
    `select call_id, kind, provider_id, source, duration_seconds, status from media_files where shop_id = $1
      order by created_at, provider_id`,
    [id],
  );
}

/** The events about a shop's calls, sorted by their kinds. */
export async function callEventsOf({ sql }: Pick<TestService, 'sql'>, { id }: Pick<TestShop, 'id'>): Promise<string[]> {
  const rows = await sql<{ type: string }>(
    `select type from outbox where shop_id = $1 and type like 'call.%' order by type, id`,
    [id],
  );
  return rows.map(({ type }) => type);
}
