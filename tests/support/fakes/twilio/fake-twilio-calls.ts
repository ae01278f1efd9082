import { randomBytes } from 'node:crypto';

/** A call in the form of Twilio's API, as far as the service reads it. */
export interface TwilioCall {
  readonly sid: string;
  readonly parent_call_sid: string | null;
  readonly from: string;
  readonly to: string;
  readonly direction: string;
  readonly status: string;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly duration: string | null;
}

/** A recording in the form of Twilio's API, as far as the service reads it. */
interface TwilioRecording {
  readonly sid: string;
  readonly call_sid: string;
  readonly source: string;
  readonly status: string;
  readonly duration: string;
  readonly date_created: string;
  readonly uri: string;
}

/** What a test says of a call. The times are instants; `end` null: Twilio knows none. */
interface GivenCall {
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly start: string;
  readonly end: string | null;
  readonly direction?: string;
  readonly parent?: string;
}

interface GivenRecording {
  readonly call: string;
  /** the path of its address, see `FakeTwilioFiles.recording` */
  readonly path: string;
  readonly at: string;
  readonly seconds: number;
  readonly source?: string;
  readonly status?: string;
}

/** The lists of calls and recordings of a `FakeTwilio`. No webhook is called. */
export class FakeTwilioCalls {
  private readonly calls: TwilioCall[] = [];
  private readonly recordings: TwilioRecording[] = [];

  /** Adds a call. @returns its id */
  add({ parent, start, end, direction = 'inbound', ...rest }: GivenCall): string {
    const sid = `CA${randomBytes(16).toString('hex')}`;
    const duration = end === null ? null : String((Date.parse(end) - Date.parse(start)) / 1000);
    const times = { start_time: written(start), end_time: end === null ? null : written(end), duration };
    this.calls.push({ ...rest, ...times, sid, direction, parent_call_sid: parent ?? null });
    return sid;
  }

  /** Adds a recording. @returns its id */
  record({ call, path, at, seconds, source = 'RecordVerb', status = 'completed' }: GivenRecording): string {
    const sid = path.slice(-34);
    const about = { call_sid: call, source, status, duration: String(seconds) };
    this.recordings.push({ ...about, sid, date_created: written(at), uri: `${path}.json` });
    return sid;
  }

  /** The list that an address asks for, the newest first, under its name; null: it asks for none of these. */
  listed({ pathname, searchParams }: URL): Readonly<Record<string, readonly object[]>> | null {
    const isSince = (parameter: string, time: string | null): boolean => {
      const since = searchParams.get(parameter);
      return since === null || (time !== null && Date.parse(time) >= Date.parse(since));
    };
    if (pathname.endsWith('/Calls.json')) {
      const calls = this.calls.filter((call) => isSince('StartTime>', call.start_time) && isSince('EndTime>', call.end_time));
      return { calls: calls.reverse() };
    }
    if (!pathname.endsWith('/Recordings.json')) return null;
    return { recordings: this.recordings.filter((one) => isSince('DateCreated>', one.date_created)).reverse() };
  }
}

/** An instant as Twilio writes it. */
function written(at: string): string {
  return new Date(at).toUTCString().replace('GMT', '+0000');
}
