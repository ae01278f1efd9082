import { codePoints, isPrintable } from '../../domain/shared/text.js';
import { Invalid } from '../fields/field.js';
import { present, type Presence } from '../fields/presence.js';
import { tooLong } from '../fields/read-text.js';

/**
 * The words of a message or a call, exactly as they came: not trimmed, not normalized. The service stores what a provider reports
 * in this form, so an export must give it back unchanged.
 */
export function BodyField({ max, ...presence }: Presence & { readonly max: number }): PropertyDecorator {
  return present({ type: 'string', maxLength: max }, presence, (raw) => {
    if (typeof raw !== 'string') return new Invalid('must be a string');
    if (!isPrintable(raw)) return new Invalid('must not contain control characters');
    return codePoints(raw) > max ? tooLong(max) : raw;
  });
}
