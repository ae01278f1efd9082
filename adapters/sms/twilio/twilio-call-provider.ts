import type twilio from 'twilio';
import type { CallInstance } from 'twilio/lib/rest/api/v2010/account/call.js';
import type { RecordingInstance } from 'twilio/lib/rest/api/v2010/account/recording.js';
import { CallProvider, type ListedReport } from '../../../application/areas/calls/call-provider.js';
import { instantOf, millisOf, type Instant } from '../../../domain/shared/instant.js';
import { messageOf } from '../../system-errors.js';
import { apiOf, clientOf, LISTED, type TwilioOptions } from './twilio-client.js';
import { callReportOf, soundReportOf, type ReadForm } from './webhook-forms.js';

/** Twilio lists a recording by its beginning, and ends a call and so its recording after this time. */
const LONGEST_RECORDING_MS = 4 * 3_600_000;

/** Lists calls and recordings by Twilio's SDK. They are read in the way in which Twilio's reports about them are read. */
export class TwilioCallProvider extends CallProvider {
  private readonly client: twilio.Twilio;
  private readonly baseUrl: string;
  private readonly log: NonNullable<TwilioOptions['log']>;

  constructor({ log = () => undefined, ...options }: TwilioOptions) {
    super();
    this.client = clientOf(options);
    this.baseUrl = apiOf(options);
    this.log = log;
  }

  override async reportsSince(since: Instant): Promise<readonly ListedReport[] | null> {
    // Twilio counts whole seconds.
    const from = Math.floor(millisOf(since) / 1000) * 1000;
    try {
      const [calls, recordings] = [
        await this.calls(new Date(from)),
        await this.recordings(new Date(from - LONGEST_RECORDING_MS)),
      ];
      return [...calls.map(listedCall), ...recordings.map((recording) => listedSound(recording, this.baseUrl))]
        .flatMap((listed) => (listed !== null && millisOf(listed.at) >= from ? [listed] : []))
        .sort((one, other) => millisOf(one.at) - millisOf(other.at));
    } catch (error) {
      this.log('the provider’s calls cannot be listed', { error: messageOf(error) });
      return null;
    }
  }

  /** Twilio gives some calls no end, and a long call began before the others, so that neither time finds them all. */
  private async calls(from: Date): Promise<CallInstance[]> {
    const begun = await this.client.calls.list({ startTimeAfter: from, ...LISTED });
    const ended = await this.client.calls.list({ endTimeAfter: from, ...LISTED });
    return [...new Map([...begun, ...ended].map((call) => [call.sid, call])).values()];
  }

  private recordings(from: Date): Promise<RecordingInstance[]> {
    return this.client.recordings.list({ dateCreatedAfter: from, ...LISTED });
  }
}

/** Null: Twilio does not say when, or the service does not note such calls. */
function listedCall(call: CallInstance): ListedReport | null {
  const [begin, end] = [msOf(call.startTime), msOf(call.endTime)];
  const seconds = Number.isNaN(end - begin) ? lengthOf(call) : (end - begin) / 1000;
  const ms = Number.isNaN(end) ? begin + 1000 * seconds : end;
  if (Number.isNaN(ms)) return null;
  const at = instantOf(ms);
  const form = formOf({
    ...{ CallSid: call.sid, ParentCallSid: call.parentCallSid, From: call.from, To: call.to, Direction: call.direction },
    ...{ CallStatus: call.status, CallDuration: String(seconds), Timestamp: new Date(ms).toUTCString() },
  });
  return listed(at, callReportOf(form, at));
}

function listedSound(recording: RecordingInstance, baseUrl: string): ListedReport | null {
  const ms = msOf(recording.dateCreated) + 1000 * lengthOf(recording);
  if (Number.isNaN(ms)) return null;
  const form = formOf({
    ...{ CallSid: recording.callSid, RecordingSid: recording.sid, RecordingStatus: recording.status },
    ...{ RecordingUrl: baseUrl + recording.uri.replace(/\.json$/, ''), RecordingSource: recording.source },
    RecordingDuration: recording.duration,
  });
  return listed(instantOf(ms), soundReportOf(form));
}

function listed(at: Instant, report: ReadForm<ListedReport['report']>): ListedReport | null {
  return report === null || report === 'nothing' ? null : { at, report };
}

/** The SDK's types do not say that a time can be missing. */
function msOf(time: unknown): number {
  return time instanceof Date ? time.getTime() : Number.NaN;
}

/** Twilio writes null or `-1` for a length that it does not know. */
function lengthOf({ duration }: { readonly duration: string | null }): number {
  return Math.max(0, Number(duration));
}

/** The SDK's types do not say that Twilio leaves fields empty. */
function formOf(fields: Readonly<Record<string, string | null>>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, value ?? '']));
}
