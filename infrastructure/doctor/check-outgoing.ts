import { isByHand, type Pause, type PauseCause } from '../../domain/outgoing/pause.js';
import { fail, ok, warn, type Finding } from './finding.js';

const CAUSES: Readonly<Record<PauseCause, string>> = {
  operator: 'an operator has paused this',
  start: 'an instance was started with OUTGOING=off, or a backup was restored, or a shop was imported',
  provider: 'the other side refuses the account',
};

const ENDS: Readonly<Record<PauseCause, string>> = {
  operator: 'shop-ops outgoing resume ends it',
  start: 'shop-ops wake ends it, and shop-ops outgoing resume --yes',
  provider: 'correct the account or its secret: one try in a minute finds out, and shop-ops outgoing resume tries at once',
};

/** Says why something is paused, since when, and what ends that. */
export function inSentence(pause: Pause): string {
  return `${whyOf(pause)}: ${ENDS[pause.cause]}`;
}

/** Says what is paused. A refusal of the account keeps something from working, and a pause by hand is meant. */
export function checkOutgoing(pauses: readonly Pause[]): Finding[] {
  if (pauses.length === 0) return [ok('outgoing', 'nothing is paused')];
  return pauses.map((pause) => {
    const { way, shop, cause } = pause;
    const detail = `${way} of ${shop === null ? 'all shops' : `the shop ${shop}`} wait: ${whyOf(pause)}`;
    return (isByHand(pause) ? warn : fail)('outgoing', detail, ENDS[cause]);
  });
}

function whyOf({ cause, reason, since }: Pause): string {
  const words = reason === null || cause === 'start' ? '' : ` (${reason.replace(/\.$/, '')})`;
  return `${CAUSES[cause]}${words}, since ${since}`;
}
