import type { Dialogue } from './dialogue.js';

export const ENGLISH_DIALOGUES: readonly Dialogue[] = [
  {
    subject: 'Ceramic coating quote',
    price: 89_900,
    lines: [
      'Hi, how much is a ceramic coating for a mid-size SUV?',
      'Hi {first}! Our 3-year coating starts at {price} for a mid-size SUV, paint correction included. When could you come by?',
      'Thursday after 4 would work. Is it an overnight job?',
      'Yes, it cures overnight indoors. Thursday 4:30 drop-off, Friday 3 pm pick-up. Shall I book it?',
      'Perfect, thank you 🙏',
      'Booked! See you Thursday, {first}.',
    ],
  },
  {
    subject: 'Brake noise',
    lines: [
      'My brakes squeal every morning until they warm up. Is that dangerous?',
      'Usually it is surface rust or worn pads, {first}. A look costs nothing: can you drop by tomorrow?',
      'Tomorrow before 9?',
      'Any time from 8. Bring coffee :)',
      'Haha ok. Please also check the rear, it pulls a bit to the left.',
    ],
  },
  {
    subject: 'Is my car ready?',
    lines: [
      'Is my car ready?',
      'Nearly: it is in final inspection, {first}. We will text you within the hour.',
      'Great. Can I pay by bank transfer?',
      'Of course, the details are on the invoice.',
      'Sent. Thanks, it looks brand new!',
    ],
  },
  {
    subject: 'Invoice question',
    lines: [
      'Could you resend my invoice from last month? I need it for my expenses.',
      'Here it is again, {first}. Let us know if the company name should be on it.',
      'Yes please, and the tax number too.',
      'Updated and resent.',
    ],
  },
  {
    subject: 'Rescheduling',
    lines: [
      'Sorry, I can’t make it on Friday. Can we move it to next week?',
      'No problem, {first}. Monday 1 pm or Wednesday 9 am?',
      'Wednesday 9.',
      'Moved to Wednesday 9 am. See you then.',
    ],
  },
  {
    subject: 'Interior detail after a spill',
    price: 17_900,
    lines: [
      'A whole latte went into the back seat. Help?',
      'Oh no! The sooner the better: a hot-water extraction takes two hours, {price}. Today at 2?',
      'Yes!! On my way.',
      'Bay 2 is waiting for you, {first}.',
      'You saved my week.',
    ],
  },
  {
    subject: 'Fleet pricing',
    lines: [
      'We run eight delivery vans. Do you offer fleet pricing for monthly washes?',
      'We do: from five vehicles on it is 15 % off and one invoice a month. May I call you tomorrow?',
      'After 10 is fine.',
      'Talk to you then, {first}.',
    ],
  },
];
