import { parseWeeklyHours, printWeeklyHours } from '../../../domain/access/weekly-hours.js';
import { ValidationError } from '../../../domain/shared/errors.js';

const DAY = [{ from: '08:00', until: '18:00' }];

describe('weekly hours', () => {
  it.each([
    ['mon-wed 08:00-18:00', { mon: DAY, tue: DAY, wed: DAY }],
    ['MON–Wed 8:00 - 18:00', { mon: DAY, tue: DAY, wed: DAY }],
    ['sat-mon 08:00-18:00', { mon: DAY, sat: DAY, sun: DAY }],
    ['tue,thu 08:00-18:00 ; fri closed', { tue: DAY, thu: DAY }],
    [
      'mon 13:00-24:00, 08:00-12:00',
      {
        mon: [
          { from: '08:00', until: '12:00' },
          { from: '13:00', until: '24:00' },
        ],
      },
    ],
    [
      'mon 08:00-12:00,12:00-23:59',
      {
        mon: [
          { from: '08:00', until: '12:00' },
          { from: '12:00', until: '23:59' },
        ],
      },
    ],
    ['closed', {}],
    ['', {}],
    [';', {}],
  ])('are read from %j', (text, hours) => {
    expect(parseWeeklyHours('hours', text)).toEqual(hours);
  });

  const days = 'is not one of mon, tue, wed, thu, fri, sat, sun or a range of them';
  const times = 'must be two times of the day such as 08:00-18:00; the end of the day is 24:00';
  it.each([
    ['mon', '"mon" must be days and hours such as mon-fri 08:00-18:00'],
    ['mon 08:00-12:00 13:00-17:00', '"mon 08:00-12:00 13:00-17:00" must be days and hours such as mon-fri 08:00-18:00'],
    ['monday 08:00-18:00', `"monday" ${days}`],
    ['mon-friday 08:00-18:00', `"mon-friday" ${days}`],
    ['mon-wed-fri 08:00-18:00', `"mon-wed-fri" ${days}`],
    ['mon 08:00-18:00; sat-mon 08:00-18:00', 'mon is named twice'],
    ['mon closed; mon 08:00-18:00', 'mon is named twice'],
    ['mon 08:00', `"08:00" ${times}`],
    ['mon 08:00-12:00-18:00', `"08:00-12:00-18:00" ${times}`],
    ['mon 08:60-18:00', `"08:60-18:00" ${times}`],
    ['mon 08:00-24:30', `"08:00-24:30" ${times}`],
    ['mon 108:00-18:00', `"108:00-18:00" ${times}`],
    ['mon 08:00-18:000', `"08:00-18:000" ${times}`],
    ['mon 24:00-24:00', `"24:00-24:00" ${times}`],
    ['mon 18:00-18:00', '18:00-18:00 must end after it begins; give hours after midnight to the next day'],
    ['mon 18:00-08:00', '18:00-08:00 must end after it begins; give hours after midnight to the next day'],
    ['mon 08:00-12:00,11:59-18:00', '08:00-12:00,11:59-18:00 has hours that overlap'],
    ['mon 11:59-18:00,08:00-12:00', '11:59-18:00,08:00-12:00 has hours that overlap'],
  ])('are refused as %j', (text, problem) => {
    expect(() => parseWeeklyHours('hours', text)).toThrow(new ValidationError('hours', problem));
  });

  it.each([
    ['mon-fri 08:00-18:00', 'mon-fri 08:00-18:00'],
    ['sun 08:00-12:00; mon,tue,thu 9:00-17:00', 'mon-tue,thu 09:00-17:00; sun 08:00-12:00'],
    ['sat-mon 10:00-11:00,12:00-13:00', 'mon,sat-sun 10:00-11:00,12:00-13:00'],
    ['closed', 'closed'],
  ])('that are read from %j are printed as %j', (text, printed) => {
    expect(printWeeklyHours(parseWeeklyHours('hours', text))).toBe(printed);
  });
});
