import { randomUUID } from 'node:crypto';
import { ExpectMedia } from '../../application/media/expect-media.js';
import { aCall } from '../support/builders/a-call.js';
import { aPhoneNumber } from '../support/builders/a-phone-number.js';
import { insert } from '../support/builders/insert.js';
