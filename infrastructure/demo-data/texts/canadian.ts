import { ENGLISH } from './english.js';
import type { Texts } from './texts.js';

/** The English texts, with more texts about Ontario's winters and some in French. */
export const CANADIAN: Texts = {
  ...ENGLISH,
  dialogues: [
    ...ENGLISH.dialogues,
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
      subject: 'Vitres teintées',
      lines: [
        'Bonjour, faites-vous les vitres teintées pour une Civic 2019?',
        'Bonjour {first}! Oui: 289 $ pour les vitres arrière et la lunette, garantie à vie. Quand seriez-vous libre?',
        'Mardi matin si possible.',
        'Mardi 9 h est à vous. Merci!',
      ],
    },
  ],
  leadNotes: [
    ...ENGLISH.leadNotes,
    'Préfère qu’on lui réponde en français.',
    'Wants four winter tires on rims before the first snow.',
  ],
  taskTitles: {
    ...ENGLISH.taskTitles,
    thread: [...ENGLISH.taskTitles.thread, 'Répondre en français'],
    customer: [...ENGLISH.taskTitles.customer, 'Remind about winter tires'],
  },
  tags: [...ENGLISH.tags, 'winter tires', 'français', 'needs shuttle'],
};
