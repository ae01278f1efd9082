import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Outbox } from '../../kernel/events/outbox.js';
import { Clock, Ids, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { AddPhoneNumber } from './add-phone-number.js';
import { ChangedLines } from './changed-lines.js';
import { listPhoneNumbers } from './list-phone-numbers.js';
import { phoneNumberEvents } from './phone-number.view.js';
import { AddressedShop, PhoneNumbers } from './phone-numbers.js';
import { ReleasePhoneNumber } from './release-phone-number.js';

export const phoneNumbersArea = area({
  name: 'phone_numbers',
  about: 'The shop’s phone lines.',
  operations: [listPhoneNumbers],
  shared: [
    provide(AddressedShop, AddressedShop, [Shops, PhoneNumbers]),
    provide(ChangedLines, ChangedLines, [PhoneNumbers, Announcer, Outbox, UnitOfWork, Clock]),
    provide(AddPhoneNumber, AddPhoneNumber, [Shops, PhoneNumbers, Ids, Clock, UnitOfWork, ChangedLines]),
  ],
  events: [phoneNumberEvents],
  commands: [provide(ReleasePhoneNumber, ReleasePhoneNumber, [Shops, ChangedLines])],
});
