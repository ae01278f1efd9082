import type { CallReports } from '../../../application/areas/calls/call-reports.js';
import type { Clock, Ids } from '../../../application/kernel/ports/ports.js';
import type { ReportedState } from '../../../domain/calls/call-progress.js';
import type { AudioKind } from '../../../domain/media/media-file.js';
import type { CallId, ShopId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import { withoutUnprintable } from '../../../domain/shared/text.js';

/** A call that the operator makes to a shop in the name of a customer. */
export interface PlayedCall {
  readonly shop: ShopId;
  readonly from: string;
  /** a line of the shop */
  readonly to: string;
  /** true: nobody answers */
  readonly missed: boolean;
  /** the length of the whole call, which ends now */
  readonly seconds: number;
  /** the address of a recording at the sandbox; null: there is none */
  readonly recording: string | null;
  /** the address of a voicemail at the sandbox; null: there is none */
  readonly voicemail: string | null;
  /** null: the call is not transcribed */
  readonly transcript: string | null;
}

/** A call that is answered rings this long, unless it is shorter in all. */
const RINGING_SECONDS = 5;

/** Plays the people who call a shop, by the reports that a provider of calls makes. */
export class SandboxCallers {
  constructor(
    private readonly reports: CallReports,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Calls a shop. Returns its call; null: the shop is gone. */
  async call({ shop, from, to, missed, seconds, recording, voicemail, transcript }: PlayedCall): Promise<CallId | null> {
    const [call, begin] = [this.ids.next(), later(this.clock.now(), -1000 * seconds)];
    const ringing = Math.min(RINGING_SECONDS, seconds);
    const state = (reported: ReportedState, second: number, length: number | null): Promise<CallId | null> =>
      this.reports.state({
        ...{ call, shop, direction: 'inbound', from, to },
        ...{ state: reported, at: later(begin, 1000 * second), seconds: length },
      });
    await state('ringing', 0, null);
    if (!missed) await state('in_progress', ringing, null);
    const id = await state(missed ? 'unanswered' : 'completed', seconds, seconds);
    await this.sound(call, 'recording', recording, seconds - ringing);
    await this.sound(call, 'voicemail', voicemail, null);
    if (transcript !== null)
      await this.reports.part({ part: 'transcript', call, id: null, text: withoutUnprintable(transcript) });
    return id;
  }

  private async sound(call: string, kind: AudioKind, source: string | null, durationSeconds: number | null): Promise<void> {
    if (source === null) return;
    await this.reports.part({ part: 'sound', call, id: this.ids.next(), kind, source, durationSeconds });
  }
}
