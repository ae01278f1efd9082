import { readAccount } from './read-account.js';

export const accountOperations = [
  readAccount,
];
