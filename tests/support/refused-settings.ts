import { readConfig } from '../../infrastructure/settings/config.js';
import { WrongSettings, type WrongSetting } from '../../infrastructure/settings/settings.js';

/** The settings that a service with a database of its own needs. */
export const GIVEN_SETTINGS = {
  DATABASE_URL: 'postgres://u:secret@db.example/shop',
  SIGNING_KEYS: 'first-key-0123456789,second-key-0123456789',
};

/** Returns the only wrong setting of an environment. */
export function refusalOf(env: NodeJS.ProcessEnv): WrongSetting {
  const { faults, message } = refusalsOf(env);
  const [fault] = faults;
  if (!fault || faults.length > 1) throw new Error(`not one, but ${faults.length}: ${message}`);
  if (message !== fault.message) throw new Error(`the message differs from the fault: ${message}`);
  return fault;
}

export function refusalsOf(env: NodeJS.ProcessEnv): WrongSettings {
  try {
    readConfig(env, true);
  } catch (error) {
    if (error instanceof WrongSettings) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
