import { isWithinBounds, minutesOf, type Wait } from '../../../domain/automations/automation.js';

it.each<[Wait, minutes: number, within: boolean]>([
  [{ unit: 'minutes', count: 1 }, 1, true],
  [{ unit: 'minutes', count: 0 }, 0, false],
  [{ unit: 'minutes', count: -5 }, -5, false],
  [{ unit: 'minutes', count: 1.5 }, 1.5, false],
  [{ unit: 'hours', count: 2 }, 120, true],
  [{ unit: 'days', count: 3 }, 4320, true],
  [{ unit: 'days', count: 90 }, 129_600, true],
  [{ unit: 'hours', count: 2160 }, 129_600, true],
  [{ unit: 'hours', count: 2161 }, 129_660, false],
  [{ unit: 'days', count: 91 }, 131_040, false],
])('%j is %d minutes, within the bounds: %j', (wait, minutes, within) => {
  expect([minutesOf(wait), isWithinBounds(wait)]).toEqual([minutes, within]);
});
