import { randomUUID } from 'node:crypto';
import { calledBack, statusCallbackUrl } from '../../../application/areas/texting/text-provider.js';
import type { MessageId, ShopId } from '../../../domain/shared/id.js';

it('the address of a status callback names the shop and the message', () => {
  const [shop, message] = [randomUUID() as ShopId, randomUUID() as MessageId]; // UUIDs as texts are what the brands stand for
  const url = statusCallbackUrl('https://shop.example/api', shop, message);
  expect(url).toBe(`https://shop.example/api/providers/twilio/status?shop=${shop}&message=${message}`);
  expect(calledBack(new URL(url).searchParams)).toEqual({ shop, message });
});

it.each(['', 'shop=1&message=', 'shop=&message=x', 'other=1'])('an address with the query %j names no text', (query) => {
  expect(calledBack(new URLSearchParams(query))).toEqual({ shop: null, message: null });
});
