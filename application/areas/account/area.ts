import { area } from '../../kernel/area.js';
import { readAccount } from './read-account.js';

export const accountArea = area({
  name: 'account',
  about: 'The shop and the key behind a request.',
  operations: [readAccount],
});
