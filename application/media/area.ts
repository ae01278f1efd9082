import { area } from '../area.js';

export const mediaArea = area({
  name: 'media',
  about: 'Recordings, voicemail and attachments.',
});
