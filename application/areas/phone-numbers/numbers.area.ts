import { area } from '../../kernel/area.js';
import { addNumber } from './add-number.js';
import { updateNumber } from './update-number.js';

export const numbersArea = area({
  name: 'numbers',
  about: 'Changes of the shop’s phone lines.',
  operations: [addNumber, updateNumber],
});
