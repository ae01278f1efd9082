import fc from 'fast-check';
import { CONSENT_SOURCES, hasMarketingConsent, type ConsentSource } from '../../../domain/customers/customer.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { at } from '../../support/test-clock.js';

const CAPTURED = at('2026-03-02T15:00:00Z');

type OptOutRow = Parameters<typeof hasMarketingConsent>[1];

function holds(source: ConsentSource, consentCapturedAt: Instant | null, now: Instant, optOut: OptOutRow = null): boolean {
  return hasMarketingConsent({ consentSource: source, consentCapturedAt }, optOut, now);
}

describe('marketing consent', () => {
  it.each(['express_written', 'express_verbal', 'online_booking', 'web_form'] as const)('holds forever if it is %s', (source) => {
    expect([CAPTURED, at('2099-01-01T00:00:00Z')].map((now) => holds(source, CAPTURED, now))).toEqual([true, true]);
  });

  it.each(['imported', 'unknown'] as const)('never holds if it is %s', (source) => {
    expect([holds(source, CAPTURED, CAPTURED), holds(source, null, CAPTURED)]).toEqual([false, false]);
  });

  it.each([
    ['implied_existing_business', '2026-03-02T15:00:00Z', '2028-03-02T15:00:00Z'],
    ['implied_existing_business', '2024-02-29T09:30:00.120Z', '2026-02-28T09:30:00.120Z'],
    ['implied_existing_business', '2022-02-28T00:00:00Z', '2024-02-28T00:00:00Z'],
    ['implied_inquiry', '2026-03-02T15:00:00Z', '2026-09-02T15:00:00Z'],
    ['implied_inquiry', '2026-08-31T23:59:59.999Z', '2027-02-28T23:59:59.999Z'],
    ['implied_inquiry', '2027-08-30T12:00:00Z', '2028-02-29T12:00:00Z'],
    ['implied_inquiry', '2026-12-31T12:00:00Z', '2027-06-30T12:00:00Z'],
  ] as const)('ends, if it is %s and captured %s, at %s', (source, captured, end) => {
    expect(holds(source, at(captured), later(at(end), -1))).toBe(true);
    expect(holds(source, at(captured), at(end))).toBe(false);
  });

  it('does not hold if it is implied and its time is unknown', () => {
    expect(holds('implied_inquiry', null, CAPTURED)).toBe(false);
  });

  it('stays ended when the block is lifted, unless it was captured after its end, or staff alone had blocked', () => {
    const lifted = (consentEndedAt: Instant | null) => ({ liftedAt: later(CAPTURED, 5000), consentEndedAt });
    const now = later(CAPTURED, 10_000);
    expect(holds('web_form', CAPTURED, now, lifted(CAPTURED))).toBe(false);
    expect(holds('web_form', CAPTURED, now, lifted(later(CAPTURED, -1)))).toBe(true);
    expect(holds('web_form', null, now, lifted(CAPTURED))).toBe(false);
    expect(holds('web_form', null, now, lifted(null))).toBe(true);
  });

  it('ends with a STOP, and never begins again as time goes on', () => {
    const moment = fc.integer({ min: 0, max: 4000 }).map((days) => later(CAPTURED, days * 86_400_000));
    fc.assert(
      fc.property(fc.constantFrom(...CONSENT_SOURCES), moment, moment, (source, one, other) => {
        const [sooner, latest] = one < other ? [one, other] : [other, one];
        for (const consentEndedAt of [null, CAPTURED]) {
          expect(holds(source, CAPTURED, sooner, { liftedAt: null, consentEndedAt })).toBe(false);
        }
        if (holds(source, CAPTURED, latest)) expect(holds(source, CAPTURED, sooner)).toBe(true);
      }),
    );
  });
});
