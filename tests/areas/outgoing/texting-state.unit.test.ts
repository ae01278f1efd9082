import { newsOf, type Pause } from '../../../domain/outgoing/pause.js';
import { tellTexting } from '../../../domain/outgoing/texting-state.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:10.000Z');
const pause = (fields: Partial<Pause>): Pause => ({
  ...{ id: 'one', way: 'texts', shop: null, cause: 'operator', reason: 'wrong price list', since: NOW },
  ...{ until: null, tryAt: null, told: null, ...fields },
});
const BY_HAND = pause({});
const REFUSAL = pause({ id: 'two', cause: 'provider', reason: '20003: No.' });
const ended = (one: Pause): Pause => ({ ...one, until: NOW });

describe('what a shop is told of its texts', () => {
  it('is the reason for which they wait, without the words of the operator', () => {
    const paused = { next: { held: 'paused', reason: null, since: NOW }, events: [{ type: 'texting.paused' }] };
    expect(tellTexting(BY_HAND, BY_HAND, NOW)).toMatchObject(paused);
    const refused = { next: { held: 'account_refused', reason: '20003: No.', since: NOW }, events: [{ type: 'texting.paused' }] };
    expect(tellTexting(REFUSAL, REFUSAL, NOW)).toMatchObject(refused);
  });

  it('is that they leave, when no pause is left', () => {
    const resumed = { next: { held: null, reason: null, since: NOW }, events: [{ type: 'texting.resumed' }] };
    expect(tellTexting(ended(BY_HAND), null, NOW)).toMatchObject(resumed);
  });

  it('is the refusal that is left, when a pause by hand ends', () => {
    expect(tellTexting(ended(BY_HAND), REFUSAL, NOW)).toMatchObject({ next: { held: 'account_refused' } });
  });

  it('is nothing, when they wait for a pause by hand before and after', () => {
    expect(tellTexting(REFUSAL, BY_HAND, NOW)).toBeNull();
    expect(tellTexting(ended(REFUSAL), BY_HAND, NOW)).toBeNull();
    expect(tellTexting(ended(pause({ id: 'three' })), BY_HAND, NOW)).toBeNull();
  });
});

describe('a pause', () => {
  it('is news when it begins, and when one that was told ends', () => {
    expect(newsOf(BY_HAND)).toBe('begun');
    expect(newsOf({ ...BY_HAND, told: 'begun' })).toBeNull();
    expect(newsOf({ ...ended(BY_HAND), told: 'begun' })).toBe('ended');
    expect(newsOf({ ...ended(BY_HAND), told: 'ended' })).toBeNull();
    expect(newsOf(ended(BY_HAND))).toBeNull();
  });

  it.each(['emails', 'webhooks', 'fetches'] as const)('of %s is no news of texts', (way) => {
    expect(newsOf(pause({ way }))).toBeNull();
  });
});
