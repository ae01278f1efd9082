import { ValidateIf } from 'class-validator';
import { LaterSettings } from './later-settings.js';
import { Written } from './setting-fields.js';

const whereGiven = ValidateIf((_, value) => value !== null);

/** The settings of the storage of recordings and attachments. */
export class RecordingSettings extends LaterSettings {
  @Written(/^file:.+$/, 'file:FOLDER', whereGiven) RECORDINGS: string | null = null;
}
