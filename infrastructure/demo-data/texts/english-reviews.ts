import type { Texts } from './texts.js';

export const ENGLISH_COMMENTS: Texts['comments'] = [
  ['Waited two hours past my appointment and nobody said a word.', 'The scratch is still there. Not going back.'],
  ['Good work, but it cost more than I was told on the phone.', 'Two reschedulings in one week.'],
  ['Clean car, slow communication.', 'Fine. Nothing special.'],
  [
    'Very happy with the coating, pick-up took a little long.',
    'Friendly people and fair prices. Parking is tight.',
    'Solid brake job.',
  ],
  [
    'It looks better than on the day I bought it!',
    'They texted me at every step. Perfect.',
    'Saved my back seat after the latte disaster.',
    'Honest: told me that I did not need the repair.\nWill come again.',
    'Best detail in town ⭐',
  ],
];

export const ENGLISH_REPLIES: Texts['replies'] = {
  sorry: [
    'We are sorry, this is not how it should be. Please call us so that we can put it right.',
    'Thank you for telling us; we have changed how we book.',
  ],
  glad: ['Thank you! See you next time.', 'That makes our day, thank you.', 'Thanks for trusting us with it.'],
};
