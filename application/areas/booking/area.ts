import { area } from '../../kernel/area.js';
import { computeDeposit } from './compute-deposit.js';
import { findAvailability } from './find-availability.js';

export const bookingArea = area({
  name: 'booking',
  about: 'Free times for work on a vehicle, and the deposit for it. Nothing is booked here.',
  operations: [findAvailability, computeDeposit],
});
