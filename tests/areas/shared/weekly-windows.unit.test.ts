import { WEEKDAYS, type WeeklyHours } from '../../../domain/access/shop.js';
import { dateOf, windowsOn } from '../../../domain/shared/weekly-windows.js';

const HOURS: WeeklyHours = {
  thu: [
    { from: '08:05', until: '12:00' },
    { from: '13:30', until: '24:00' },
  ],
  wed: [{ from: '00:00', until: '09:59' }],
};

it('the windows of a day are minutes since its beginning; 1970-01-01 was a Thursday', () => {
  const thursday = [
    { from: 485, to: 720 },
    { from: 810, to: 1440 },
  ];
  expect([0, 7, 1].map((day) => windowsOn(HOURS, day))).toEqual([thursday, thursday, []]);
  expect([-1, 6].map((day) => windowsOn(HOURS, day))).toEqual([[{ from: 0, to: 599 }], [{ from: 0, to: 599 }]]);
  expect(windowsOn({}, 0)).toEqual([]);
});

it('each weekday has its own windows', () => {
  const hours = Object.fromEntries(WEEKDAYS.map((day, index) => [day, [{ from: '00:00', until: `0${index + 1}:00` }]]));
  expect([4, 5, 6, 7, 8, 9, 10].map((day) => windowsOn(hours, day)[0]?.to)).toEqual([60, 120, 180, 240, 300, 360, 420]);
});

it('the date of a day is written as in ISO 8601', () => {
  expect([0, 59, 20_514].map(dateOf)).toEqual(['1970-01-01', '1970-03-01', '2026-03-02']);
});
