import { area } from '../area.js';
import { computeDeposit } from './compute-deposit.js';

export const bookingArea = area({
  name: 'booking',
  about: 'Free times for work on a vehicle, and the deposit for it. Nothing is booked here.',
  operations: [computeDeposit],
});
