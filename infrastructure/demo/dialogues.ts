export interface Dialogue {
  /** of e-mail threads */
  readonly subject: string;
  /** the customer's line first, then the shop's, and so on in turn; `{first}` is the contact's first name */
  readonly lines: readonly string[];
}

export const DIALOGUES: readonly Dialogue[] = [
  {
    subject: 'Ceramic coating quote',
    lines: [
      'Hi, how much is a ceramic coating for a mid-size SUV?',
      'Hi {first}! Our 3-year coating starts at $899 for a mid-size SUV, paint correction included. When could you come by?',
      'Thursday after 4 would work. Is it an overnight job?',
      'Yes, it cures overnight indoors. Thursday 4:30 drop-off, Friday 3 pm pick-up. Shall I book it?',
      'Perfect, thank you 🙏',
      'Booked! See you Thursday, {first}.',
    ],
  },
  {
    subject: 'Winter tires',
    lines: [
      'Do you still have room for a winter tire swap this week?',
      'We do: Wednesday 10:15 or Saturday 8:30. Are they on rims?',
      'On rims, and stored with you. Saturday please.',
      'Done, {first}: Saturday 8:30, about 40 minutes.',
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
    subject: 'Window tint',
    lines: [
      'Bonjour, faites-vous les vitres teintées pour une Civic 2019?',
      'Bonjour {first}! Oui: 289 $ pour les vitres arrière et la lunette, garantie à vie. Quand seriez-vous libre?',
      'Mardi matin si possible.',
      'Mardi 9 h est à vous. Merci!',
    ],
  },
  {
    subject: 'Is my car ready?',
    lines: [
      'Is my car ready?',
      'Nearly: it is in final inspection, {first}. We will text you within the hour.',
      'Great. Can I pay by e-transfer?',
      'Of course, the details are on the invoice.',
      'Sent. Thanks, it looks brand new!',
    ],
  },
  {
    subject: 'Invoice question',
    lines: [
      'Could you resend my invoice from last month? I need it for my expenses.',
      'Here it is again, {first}. Let us know if the company name should be on it.',
      'Yes please, and the HST number too.',
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
    lines: [
      'A whole latte went into the back seat. Help?',
      'Oh no! The sooner the better: a hot-water extraction takes two hours, $179. Today at 2?',
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

/** What the shop's line answers by itself when a call was missed. */
export const MISSED_CALL_TEXT = 'Sorry we missed your call! Reply here and we will get right back to you.';
