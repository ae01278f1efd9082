import { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { aConversation, aMessage } from '../../support/builders/a-conversation.js';
import { anAttachmentOf } from '../../support/builders/a-stored-file.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const message = async (of = shop): Promise<MessageId> =>
  (await aMessage(service, of, await aConversation(service, of))).id as MessageId; // safe: a UUID
const NOT_FOUND = { status: 404, body: { error: { code: 'not_found', message: 'attachment not found' } } };

describe('GET /messages/{id}/media/{n}', () => {
  it('answers with the stored file, to a key that may only read', async () => {
    const id = await message();
    await anAttachmentOf(service, shop, id, 0, { content: Buffer.from('first') });
    await anAttachmentOf(service, shop, id, 1, { content: Buffer.from('second'), contentType: 'application/pdf' });
    const first = await shop.read.get(`/messages/${id}/media/0`);
    expect(first).toMatchObject({ status: 200, text: 'first' });
    expect(first.headers.get('content-type')).toBe('image/png');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.has('referrer-policy')).toBe(false);
    const second = await shop.full.get(`/messages/${id}/media/1`);
    expect([second.text, second.headers.get('content-type')]).toEqual(['second', 'application/pdf']);
    expect(service.log.lines.at(-1)).toMatchObject({
      detail: { operation: 'messages.read_attachment', path: `/api/v1/messages/${id}/media/:n`, shop: shop.id, status: 200 },
    });
  });

  it.each(['1', '-1', '00', '01', '+0', '0.0', '1e0', 'x', '%20', '0%20', '%00', '٠', '999999999', '99999999999999999999', '%'])(
    'answers 404 for the number %s',
    async (n) => {
      const id = await message();
      await anAttachmentOf(service, shop, id, 0);
      expect(await shop.read.get(`/messages/${id}/media/${encodeURI(n).replaceAll('%25', '%')}`)).toMatchObject(NOT_FOUND);
    },
  );

  it('answers 404 until the file is stored, and when its content is gone', async () => {
    const id = await message();
    const file = await anAttachmentOf(service, shop, id, 0);
    await service.sql(`update media_files set status = 'waiting' where id = $1`, [file.id]);
    expect(await shop.read.get(`/messages/${id}/media/0`)).toMatchObject(NOT_FOUND);
    await service.sql(`update media_files set status = 'stored' where id = $1`, [file.id]);
    expect((await shop.read.get(`/messages/${id}/media/0`)).status).toBe(200);
    await service.container.get(FileStorage).delete(shop.id, file.id);
    expect((await shop.read.get(`/messages/${id}/media/0`)).status).toBe(404);
  });
});
