import fc from 'fast-check';
import { MagicNumbers } from '../../../../adapters/files/magic-numbers.js';
import { HTML, PDF, png, SVG, VCARD, wav } from '../../../support/media-samples.js';

const types = new MagicNumbers();
const hex = (text: string): Buffer => Buffer.concat([Buffer.from(text.replaceAll(' ', ''), 'hex'), Buffer.alloc(600)]);
const box = (brand: string): Buffer =>
  Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mp42`, 'latin1'), Buffer.alloc(600)]);

it.each([
  ['audio/wav', wav()],
  ['audio/mpeg', hex('494433 04 00 00 00000000 fffb9064')],
  ['audio/mpeg', hex('fffb9064')],
  ['audio/x-m4a', box('M4A ')],
  ['audio/amr', Buffer.from('#!AMR\n0123456789')],
  ['video/mp4', box('isom')],
  ['video/3gpp', box('3gp4')],
  ['image/heic', box('heic')],
  ['image/jpeg', hex('ffd8ffe0')],
  ['image/png', png()],
  ['image/gif', Buffer.from('GIF89a0123456789')],
  ['application/pdf', PDF],
  ['text/vcard', VCARD],
])('%s', async (type, content) => {
  expect(await types.typeOf(content.subarray(0, types.headBytes))).toBe(type);
});

it.each([
  ['a page', HTML],
  ['a drawing', SVG],
  ['a text', Buffer.from('Hello')],
  ['nothing', Buffer.alloc(0)],
])('%s has no type', async (_, content) => {
  expect(await types.typeOf(content)).toBeNull();
});

it('no bytes make it fail', async () => {
  const heads = [wav(44), png(100), PDF, VCARD, box('isom'), hex('494433 04 00 00 7f7f7f7f'), hex('1f8b08'), hex('504b0304')];
  const bytes = fc.tuple(fc.constantFrom(...heads), fc.nat(60), fc.uint8Array({ maxLength: 4_100 }));
  await fc.assert(
    fc.asyncProperty(bytes, async ([head, length, rest]) => {
      const found = await types.typeOf(Buffer.concat([head.subarray(0, length), rest]).subarray(0, types.headBytes));
      expect(found === null || found.includes('/')).toBe(true);
    }),
  );
});
