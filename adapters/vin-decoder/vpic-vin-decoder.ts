import { VinDecoder } from '../../application/areas/vehicles/vin-decoder.js';
import type { Vin, VinDecode } from '../../domain/vehicles/vehicle.js';
import { outwardMs } from '../call-time.js';
import { within } from '../time-limit.js';
import type { AttemptLimits, Attempts } from './attempts.js';
import { readBounded } from './bounded-body.js';
import { DecoderFailure } from './decoder-failure.js';
import { readVpicAnswer } from './vpic-answer.js';

const NOTHING: VinDecode = { year: null, make: null, model: null, trim: null, bodyClass: null };

/** The decoder for `VIN_DECODER_URL=off`: no server is ever asked, and vehicles keep the values that were supplied. */
export class NoVinDecoder extends VinDecoder {
  override decode(): Promise<VinDecode> {
    return Promise.resolve(NOTHING);
  }
}

export interface VpicOptions {
  /** The part of the address before `/DecodeVinValues/{vin}`. At vPIC it ends in `/api/vehicles`. */
  readonly baseUrl: string;
  /** Milliseconds for one attempt, headers and body together; default 2,000. A decode takes at most two attempts. */
  readonly timeoutMs?: number;
  /** The number of failed attempts in a row after which the decoder is not asked for a while; default 4. */
  readonly breakAfter?: number;
  /**
   * How long the decoder is not asked, in milliseconds; default 10,000, far below the 60 s in which vehicles must be
   * completed.
   */
  readonly halfOpenAfterMs?: number;
  /** Called once for each decode that failed, with `{reason, error}`, without the VIN. */
  readonly log?: (message: string, detail: { readonly reason: string; readonly error: string }) => void;
}

/** The milliseconds that two attempts may take beside their own limits, for the pause between them. */
const SPARE_MS = 250;

/** An answer longer than this is refused. An answer of vPIC is about 5 KiB long. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Asks NHTSA's vPIC, or another server that uses its format. */
export class VpicVinDecoder extends VinDecoder {
  private readonly baseUrl: string;
  private readonly limits: AttemptLimits;
  private attempts: Promise<Attempts> | null = null;
  private readonly log: (message: string, detail: { readonly reason: string; readonly error: string }) => void;

  constructor({ baseUrl, timeoutMs = 2_000, breakAfter = 4, halfOpenAfterMs = 10_000, log = () => undefined }: VpicOptions) {
    super();
    this.baseUrl = baseUrl.replace(/\/$/, '');
    this.limits = { timeoutMs, breakAfter, halfOpenAfterMs };
    this.log = log;
  }

  override async decode(vin: Vin): Promise<VinDecode | null> {
    this.attempts ??= this.loadAttempts();
    const attempt = await this.attempts;
    const asked = attempt((signal) => this.request(vin, signal));
    const decode = await within(outwardMs(2 * this.limits.timeoutMs + SPARE_MS), asked, tooLate);
    if (!(decode instanceof DecoderFailure)) return decode;
    this.log('vin decode failed', { reason: decode.reason, error: decode.message });
    return null;
  }

  /** Loads the library of the attempts for the first vehicle: most processes decode none. */
  private async loadAttempts(): Promise<Attempts> {
    const { attempts } = await import('./attempts.js');
    return attempts(this.limits);
  }

  private async request(vin: Vin, signal: AbortSignal): Promise<VinDecode> {
    // A redirect would lead to an address that nobody configured. It is not followed, so it counts as a status other than
    // 200.
    const response = await fetch(`${this.baseUrl}/DecodeVinValues/${vin}?format=json`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new DecoderFailure('status', `answered ${response.status}`);
    }
    return readVpicAnswer(await readBounded(response, MAX_BODY_BYTES));
  }
}

/** The attempts go on: the circuit breaker still counts how they end. */
function tooLate(): DecoderFailure {
  return new DecoderFailure('timeout', 'no complete answer in the time that the call can wait');
}
