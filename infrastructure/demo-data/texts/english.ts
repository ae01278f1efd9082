import { ENGLISH_DIALOGUES } from './english-dialogues.js';
import { ENGLISH_COMMENTS, ENGLISH_REPLIES } from './english-reviews.js';
import type { Texts } from './texts.js';

export const ENGLISH: Texts = {
  dialogues: ENGLISH_DIALOGUES,
  missedCall: 'Sorry we missed your call! Text us here and we will get right back to you.',
  somebody: 'there',
  leadNotes: [
    'Asked about a ceramic coating for a black SUV that sleeps outside.',
    'Wants a price for window tint, all round, darkest legal in front.',
    'Brakes squeal in the morning; could drop the car off before work.',
    'Comparing us with the dealer for a service with brakes.',
    'Fleet of six vans, monthly interior cleaning, needs an invoice per van.',
    'Paint chips on the front edge; asked what a partial paint protection film costs.',
    'Called twice, no answer; left a voicemail.',
    'Smoke smell in a car that was just bought; ozone treatment explained.',
    'Sends photos of the scratch tonight.',
    'Found us through the neighbour’s van wrap.',
    'Only Saturdays work.\nAsked for a lift to the station.',
  ],
  lostNotes: ['Went with a shop closer to home.', 'Too expensive this season.', 'Sold the car.'],
  taskTitles: {
    thread: [
      ...['Reply with a price', 'Call back', 'Send the photos they asked for', 'Confirm the drop-off time'],
      ...['Offer another day', 'Ask for the VIN', 'Check whether the coupon still holds'],
    ],
    customer: [
      ...['Ask for a review', 'Update the phone number', 'Send the loyalty card', 'Follow up on the coating after two weeks'],
      ...['Remind about the yearly service', 'Get written consent for texts'],
    ],
    job: [
      ...[
        'Order brake pads',
        'Call with the estimate',
        'Photograph the paint before we start',
        'Move to bay 2',
        'Send the pick-up text',
      ],
      ...['Check tint for bubbles', 'Torque the wheels again after 100 km'],
    ],
    shop: [
      ...['Order microfibre towels', 'Pay the water bill', 'Book the lift inspection', 'Post this week’s before-and-after'],
      ...['Count the stored wheels', 'Train the new advisor on quotes', 'Call the film supplier'],
    ],
  },
  taskNotes: [
    'They prefer a text to a call.',
    'Part number is in the drawer under the counter.',
    'Second time we promise this; please do it today.',
    'Ask the owner before giving a discount.',
    'Before/after photos are in the shared folder.\nUse the ones taken outside.',
  ],
  tags: ['fleet', 'repeat', 'ceramic', 'detail club', 'warranty', 'referral', 'senior discount', 'Tesla', 'pays cash'],
  consentNote: 'Agreed at the counter while booking.',
  receptionist: 'AI receptionist',
  transcripts: [
    {
      lines: [
        'Shop: Thanks for calling, how can I help?',
        'Caller: Do you have time for a full detail before the weekend?',
        'Shop: Friday at nine is free. May I have your name and number?',
        'Caller: Friday is great.',
      ],
      summary: 'Wants a full detail before the weekend; offered Friday at nine, accepted.',
    },
    {
      lines: [
        'Shop: Thanks for calling, how can I help?',
        'Caller: My car makes a grinding noise when I brake.',
        'Shop: Please do not drive far with it. Can you bring it in this afternoon?',
        'Caller: I will be there at three.',
      ],
      summary: 'Grinding noise when braking; brings the car in at three.',
    },
    {
      lines: [
        'Shop: Thanks for calling, how can I help?',
        'Caller: Is my coating done?',
        'Shop: It cures until tomorrow morning. We will text you.',
      ],
      summary: 'Asked whether the coating is done; told that it cures until tomorrow.',
    },
  ],
  comments: ENGLISH_COMMENTS,
  replies: ENGLISH_REPLIES,
  lines: { main: 'Main line', texts: 'Texts', office: 'Office', porting: 'From the old shop' },
};
