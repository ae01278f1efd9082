import { threadLabel, type ThreadNames } from '../../../domain/inbox/conversation.js';
import type { E164 } from '../../../domain/shared/phone.js';

const NUMBER = '+16135550142' as E164; // safe: a number in E.164
const NONE: ThreadNames = { customer: null, lead: null, contactNumber: null, subject: null };
const LEAD = { firstName: 'Robin', lastName: 'Okafor', companyName: 'Harbour Couriers' };
const NAMELESS = { firstName: null, lastName: null, companyName: null };

it.each<[string | null, string, Partial<ThreadNames>]>([
  ['Dana', 'its customer', { customer: 'Dana', lead: LEAD, contactNumber: NUMBER, subject: 'Prices' }],
  ['Robin Okafor', 'its lead', { lead: LEAD, contactNumber: NUMBER }],
  ['Harbour Couriers', 'its lead’s company', { lead: { ...NAMELESS, companyName: 'Harbour Couriers' } }],
  ['Unnamed lead', 'a lead without a name', { lead: NAMELESS, contactNumber: NUMBER }],
  [NUMBER, 'its number', { contactNumber: NUMBER, subject: 'Prices' }],
  ['Prices', 'its subject', { subject: 'Prices' }],
  [null, 'nothing', {}],
])('a thread is shown as %j by %s', (label, _, names) => {
  expect(threadLabel({ ...NONE, ...names })).toBe(label);
});
