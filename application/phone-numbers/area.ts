import { Shops } from '../access/shops.js';
import { area } from '../area.js';
import { Clock } from '../ports/clock.js';
import { Ids } from '../ports/ids.js';
import { UnitOfWork } from '../ports/unit-of-work.js';
import { provide } from '../provide.js';
import { AddPhoneNumber } from './add-phone-number.js';
import { AddressedShop } from './addressed-shop.js';
import { listPhoneNumbers } from './list-phone-numbers.js';
import { PhoneNumbers } from './phone-numbers.js';
import { ReleasePhoneNumber } from './release-phone-number.js';

export const phoneNumbersArea = area({
  name: 'phone_numbers',
  about: 'The shop’s phone lines.',
  operations: [listPhoneNumbers],
  shared: [provide(AddressedShop, AddressedShop, [Shops, PhoneNumbers])],
  commands: [
    provide(AddPhoneNumber, AddPhoneNumber, [Shops, PhoneNumbers, Ids, Clock, UnitOfWork]),
    provide(ReleasePhoneNumber, ReleasePhoneNumber, [Shops, PhoneNumbers]),
  ],
});
