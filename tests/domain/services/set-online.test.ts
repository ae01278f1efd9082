import { setOnline } from '../../../domain/services/set-online.js';
import { Conflict } from '../../../domain/shared/errors.js';
import { aService } from '../../support/builders/a-service.js';

const EITHER = [true, false];

it.each(EITHER.flatMap((active) => EITHER.flatMap((bookable) => EITHER.map((wanted) => [active, bookable, wanted] as const))))(
  'a service that is sold: %s, and bookable: %s, is to be bookable: %s',
  (active, bookable, wanted) => {
    const service = aService({ active, bookable });
    if (wanted && !active) expect(() => setOnline(service, wanted)).toThrow(Conflict);
    else expect(setOnline(service, wanted)).toMatchObject({ next: { ...service, bookable: wanted }, changed: bookable !== wanted, events: bookable === wanted ? [] : [{ type: 'service.updated' }] });
  },
);
