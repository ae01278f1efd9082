/** A behaviour of the sandbox. The number of the recipient selects it. Times are milliseconds after the hand-over. */
export interface Play {
  /**
   * `accepted`: the text is taken · `refused`: it is not · `none`: it is taken, but the service gets no answer, as after a
   * connection that broke
   */
  readonly answer: 'accepted' | 'refused' | 'none';
  /** the provider's code of a refusal */
  readonly code: string | null;
  /** how often a hand-over of this text is turned away with 429 first */
  readonly turnedAway: number;
  readonly receipt: {
    readonly status: 'delivered' | 'undelivered';
    readonly code: string | null;
    readonly afterMs: number;
  } | null;
  readonly reply: { readonly body: string; readonly afterMs: number } | null;
}

const DELIVERED: Play = {
  answer: 'accepted',
  code: null,
  turnedAway: 0,
  receipt: { status: 'delivered', code: null, afterMs: 500 },
  reply: null,
};

/** The numbers with a behaviour of their own. */
const PLAYED: ReadonlyMap<string, Play> = new Map<string, Play>([
  ['+15005550001', { ...DELIVERED, answer: 'refused', code: '21211', receipt: null }],
  ['+15005550004', { ...DELIVERED, answer: 'refused', code: '21610', receipt: null }],
  ['+15005550009', { ...DELIVERED, receipt: { status: 'undelivered', code: '30003', afterMs: 500 } }],
  ['+15005550010', { ...DELIVERED, receipt: { status: 'delivered', code: null, afterMs: 30_000 } }],
  ['+15005550011', { ...DELIVERED, reply: { body: 'STOP', afterMs: 1_000 } }],
  ['+15005550012', { ...DELIVERED, reply: { body: 'Thanks!', afterMs: 1_000 } }],
  ['+15005550013', { ...DELIVERED, turnedAway: 2 }],
  ['+15005550014', { ...DELIVERED, answer: 'none', receipt: null }],
  ['+15005550015', { ...DELIVERED, answer: 'none', receipt: { status: 'delivered', code: null, afterMs: 2_000 } }],
]);

export function playOf(to: string): Play {
  return PLAYED.get(to) ?? DELIVERED;
}
