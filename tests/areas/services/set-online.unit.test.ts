import { setOnline } from '../../../domain/services/service.js';
import { Conflict } from '../../../domain/shared/errors.js';
import { aService } from '../../support/builders/a-service.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const EITHER = [true, false];

it.each(EITHER.flatMap((active) => EITHER.flatMap((bookable) => EITHER.map((wanted) => [active, bookable, wanted] as const))))(
  'a service that is sold: %s, and bookable: %s, is changed or refused for bookable: %s',
  (active, bookable, wanted) => {
    const service = aService({ active, bookable });
    const refused = new Conflict('this service is no longer sold: an inactive service cannot be bookable');
    if (wanted && !active) expect(() => setOnline(service, wanted, NOW)).toThrow(refused);
    else
      expect(setOnline(service, wanted, NOW)).toMatchObject({
        next: { ...service, bookable: wanted },
        changed: bookable !== wanted,
        events: bookable === wanted ? [] : [{ type: 'service.updated' }],
      });
  },
);
