import { withoutUnprintable } from '../../../domain/shared/text.js';

/** The value of a form's parameter, without the characters that cannot be stored; '' if it is not given. */
export function given(form: URLSearchParams, name: string): string {
  return withoutUnprintable(form.get(name) ?? '');
}
