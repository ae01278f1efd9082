import { isInboxTeammate, parseWorkingHours, printWorkingHours, ROLES } from '../../../domain/staff/staff.js';
import { ValidationError } from '../../../domain/shared/errors.js';

it('a task or a thread is assigned to an active owner, manager or advisor', () => {
  expect(ROLES.filter((role) => isInboxTeammate({ role, active: true }))).toEqual(['owner', 'manager', 'advisor']);
  expect(ROLES.filter((role) => isInboxTeammate({ role, active: false }))).toEqual([]);
});

describe('working hours', () => {
  it.each(['', '  ', 'standard', ' Standard '])('typed as %j are those of the shop', (typed) => {
    expect(parseWorkingHours(typed)).toBeNull();
  });

  it('are typed and printed as those of a shop are', () => {
    expect(parseWorkingHours('closed')).toEqual({});
    expect(printWorkingHours(parseWorkingHours('tue-fri 9:00-17:00'))).toBe('tue-fri 09:00-17:00');
    expect(printWorkingHours(null)).toBe('standard');
    expect(() => parseWorkingHours('always')).toThrow(ValidationError);
    expect(() => parseWorkingHours('always')).toThrow('hours: ');
  });
});
