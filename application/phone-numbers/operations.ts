import { listPhoneNumbers } from './list-phone-numbers.js';

export const phoneNumberOperations = [listPhoneNumbers];
