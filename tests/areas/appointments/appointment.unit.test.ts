import {
  APPOINTMENT_STATUSES,
  appointmentStatus,
  diaryWindow,
  followJob,
  stagesShownAs,
  type Appointment,
} from '../../../domain/appointments/appointment.js';
import { JOB_STAGES, type Job, type JobStage } from '../../../domain/jobs/job.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { CustomerId, JobId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T15:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TORONTO = 'America/Toronto';

function refusal(from: Instant | undefined, to: Instant | undefined, timezone = 'UTC'): string | null {
  try {
    diaryWindow({ ...(from && { from }), ...(to && { to }) }, NOW, timezone);
    return null;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.message;
  }
}

describe('the window of the diary', () => {
  const may = at('2026-05-01T00:00:00Z');

  it('lasts seven days from now, or from its start', () => {
    expect(diaryWindow({}, NOW, 'UTC')).toEqual({ from: NOW, to: at('2026-03-09T15:00:00Z') });
    expect(diaryWindow({ from: may }, NOW, 'UTC')).toEqual({ from: may, to: at('2026-05-08T00:00:00Z') });
  });

  it('begins now if only its end is given', () => {
    expect(diaryWindow({ to: may }, NOW, 'UTC')).toEqual({ from: NOW, to: may });
  });

  it('must begin before its end', () => {
    expect(refusal(may, may)).toBe('from: must be before to');
    expect(refusal(may, later(may, -1))).toBe('from: must be before to');
    expect(refusal(may, later(may, 1))).toBeNull();
    expect(refusal(undefined, NOW)).toBe('to: must be after now if from is not given');
    expect(refusal(undefined, later(NOW, 1))).toBeNull();
  });

  it('lasts at most 92 days', () => {
    expect(refusal(may, later(may, 92 * DAY))).toBeNull();
    expect(refusal(may, later(may, 92 * DAY + 1))).toBe('to: must be at most 92 days after from');
    expect(refusal(undefined, later(NOW, 92 * DAY))).toBeNull();
    expect(refusal(undefined, later(NOW, 92 * DAY + 1))).toBe('to: must be at most 92 days after from');
  });

  it.each([
    ['the last quarter, which is an hour longer', '2026-10-01T00:00:00-04:00', '2027-01-01T00:00:00-05:00'],
    ['92 days with an hour less on the wall', '2026-01-01T00:00:00-05:00', '2026-04-03T01:00:00-04:00'],
  ])('allows for clock changes: %s', (_, from, to) => {
    expect(refusal(at(from), at(to), TORONTO)).toBeNull();
    expect(refusal(at(from), later(at(to), 1), TORONTO)).toMatch(/^to: /);
  });

  it('is measured in the time zone of the shop', () => {
    expect(refusal(at('2026-10-01T00:00:00-04:00'), at('2027-01-01T00:00:00-05:00'), 'UTC')).toMatch(/^to: /);
    expect(refusal(at('2026-10-01T00:00:00-04:00'), at('2027-01-01T00:00:00-05:00'), 'Asia/Kathmandu')).toMatch(/^to: /);
  });

  it('ends at the latest with the year 9999', () => {
    const end = at('9999-12-31T23:59:59.999Z');
    expect(diaryWindow({ from: at('9999-12-30T00:00:00Z') }, NOW, TORONTO)).toEqual({
      from: at('9999-12-30T00:00:00Z'),
      to: end,
    });
    expect(diaryWindow({ from: end }, NOW, 'UTC')).toEqual({ from: end, to: end });
  });
});

describe('the status of an appointment', () => {
  it('follows from the stage, and the stages follow from it', () => {
    expect(JOB_STAGES.map(appointmentStatus)).toEqual([
      'scheduled',
      'scheduled',
      'in_progress',
      'in_progress',
      'in_progress',
      'in_progress',
      'completed',
      'canceled',
    ]);
    expect(APPOINTMENT_STATUSES.flatMap(stagesShownAs)).toEqual(JOB_STAGES);
  });
});

describe('an appointment whose job has changed', () => {
  const before: Appointment = {
    id: 'job' as JobId, // safe: the rule only passes it on
    number: 7,
    title: null,
    stage: 'in_progress',
    assigneeId: null,
    bay: null,
    locationAddress: null,
    createdAt: NOW,
    startsAt: NOW,
    endsAt: null,
    customer: { id: 'dana' as CustomerId, name: 'Dana', phone: null, email: null }, // safe, as above
    vehicle: null,
  };
  const job = (stage: JobStage, scheduledStart: Instant | null = NOW) => ({ stage, scheduledStart }) as Job; // safe: nothing else is read

  it('is announced if the diary shows another status', () => {
    const decision = followJob(before, job('completed'), NOW);
    const next = { ...before, stage: 'completed' };
    expect(decision).toEqual({ next, events: [{ type: 'appointment.changed' }], changed: true, at: NOW });
  });

  it('is the same if the diary shows the same status, or the job has no time any more', () => {
    for (const same of [job('qa'), job('completed', null)]) {
      expect(followJob(before, same, NOW)).toEqual({ next: before, events: [], changed: false });
    }
  });
});
