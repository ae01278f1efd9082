import fc from 'fast-check';
import { NOBODY, toId } from '../../../domain/shared/id.js';

describe('the function toId', () => {
  it('reads a UUID of any version, in lower case', () => {
    expect(toId('01931F6E-ABCD-7000-8000-00000000000F')).toBe('01931f6e-abcd-7000-8000-00000000000f');
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (uuid, upper) => {
        expect(toId(upper ? uuid.toUpperCase() : uuid)).toBe(uuid);
      }),
    );
  });

  it.each([
    '',
    '01931f6e',
    '01931f6eabcd70008000000000000001',
    '{01931f6e-abcd-7000-8000-000000000001}',
    ' 01931f6e-abcd-7000-8000-000000000001',
    '01931f6e-abcd-7000-8000-000000000001\n',
    '01931f6e-abcd-7000-8000-00000000000g',
    'urn:uuid:01931f6e-abcd-7000-8000-000000000001',
  ])('refuses %j', (text) => {
    expect(toId(text)).toBeNull();
  });

  it('has an id that no record uses', () => {
    expect(toId(NOBODY)).toBe(NOBODY);
  });
});
