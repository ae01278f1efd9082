import { area } from '../../kernel/area.js';
import { readExport } from './read-export.js';

export const exportsArea = area({
  name: 'exports',
  about: 'All records of a kind in one answer, for a copy in another system.',
  operations: [readExport],
});
