import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { S3OnDemand } from '../../../../adapters/files/s3-on-demand.js';
import { StorageFull } from '../../../../application/areas/media/file-storage.js';
import type { MediaFileId, ShopId } from '../../../../domain/shared/id.js';
import { chunksOf } from '../../../support/chunks.js';
import { eventually } from '../../../support/eventually.js';
import { openBucket, type OpenedBucket } from '../../../support/opened-storage.js';
import { at } from '../../../support/test-clock.js';

const MIB = 1024 * 1024;
const newFile = () => randomUUID() as MediaFileId; // a UUID is an id
const shop = randomUUID() as ShopId; // a UUID is an id

let bucket: OpenedBucket;

beforeEach(async () => {
  bucket = await openBucket();
});
afterEach(() => bucket.close());

const put = (storage: OpenedBucket['storage'], bytes = Buffer.from('x'), file = newFile()) =>
  storage.put(shop, file, chunksOf(bytes, 64 * 1024)(0));

describe('files in a bucket', () => {
  it('lie under the prefix, their shop and their id', async () => {
    const file = newFile();
    await put(bucket.storage, Buffer.from('x'), file);
    expect(await bucket.kept()).toEqual([`calls/of all shops/${shop}/${file}`]);
    const plain = await openBucket('');
    await put(plain.storage, Buffer.from('x'), file);
    expect(await plain.kept()).toEqual([`${shop}/${file}`]);
    await plain.close();
  });

  it('go in one request when they are small, and else in parts one after the other', async () => {
    await put(bucket.storage, randomBytes(5 * MIB));
    expect(bucket.server.requests).toHaveLength(1);
    bucket.server.requests.length = 0;
    await put(bucket.storage, randomBytes(11 * MIB));
    const calls = bucket.server.requests.map((request) =>
      request.replace(/^(\w+) [^?]*\?/, '$1 ').replace(/uploadId=[^&]+/, 'id'),
    );
    expect(calls).toEqual([
      'POST uploads=',
      'PUT partNumber=1&id&x-id=UploadPart',
      'PUT partNumber=2&id&x-id=UploadPart',
      'PUT partNumber=3&id&x-id=UploadPart',
      'POST id',
    ]);
  });

  it('of a shop are all deleted, over several pages of the list', async () => {
    bucket.server.pageSize = 10;
    for (let index = 0; index < 35; index++) await put(bucket.storage);
    await bucket.storage.deleteAll(shop);
    expect(await bucket.kept()).toEqual([]);
  });

  it('keep no upload that a killed process began more than a day ago', async () => {
    const [old, young] = [at('2026-03-01T08:59:59.999Z'), at('2026-03-01T09:00:00.000Z')];
    const ours = Array.from({ length: 3 }, () => bucket.server.leaveUpload(`calls/of all shops/${shop}/${newFile()}`, old));
    const kept = [
      bucket.server.leaveUpload(`calls/of all shops/${shop}/${newFile()}`, young),
      bucket.server.leaveUpload(`backups/${shop}/${newFile()}`, old),
      bucket.server.leaveUpload('calls/of all shops/somebody-elses', old),
    ];
    await bucket.storage.tidy(at('2026-03-02T09:00:00.000Z'));
    expect([...bucket.server.uploads.keys()].sort()).toEqual(kept.sort());
    expect(ours).toHaveLength(3);
  });

  it.each([
    ['the beginning', 'POST', 'uploads='],
    ['the first part', 'PUT', 'partNumber=1&'],
    ['the last part', 'PUT', 'partNumber=3&'],
    ['the end', 'POST', 'uploadId='],
  ])('leave nothing when the server refuses %s of an upload', async (_name, method, query) => {
    bucket.server.fail = (request) =>
      request.startsWith(method) && request.includes(query) ? { code: 'InvalidRequest', status: 400 } : null;
    await expect(put(bucket.storage, randomBytes(11 * MIB))).rejects.toThrow('(InvalidRequest)');
    bucket.server.fail = () => null;
    expect(await bucket.kept()).toEqual([]);
    expect(await put(bucket.storage, randomBytes(11 * MIB))).toBe(11 * MIB);
  });

  it('are stored by a server that fails once', async () => {
    let times = 0;
    bucket.server.fail = () => (times++ === 0 ? { code: 'InternalError', status: 500 } : null);
    expect(await put(bucket.storage)).toBe(1);
    expect(times).toBe(2);
  });

  it('are cut off with an error when the server breaks off', async () => {
    const file = newFile();
    await put(bucket.storage, randomBytes(MIB), file);
    bucket.server.cutAt = 1000;
    const content = await bucket.storage.read(shop, file);
    if (!content) throw new Error('the file is not there');
    await expect(buffer(content)).rejects.toThrow(/^the bucket recordings-of-tests at [\d.:]+: .*\(ECONNRESET\)$/);
  });

  it('hold no connection when a reader leaves before it begins', async () => {
    const file = newFile();
    await put(bucket.storage, randomBytes(2 * MIB), file);
    const contents = await Promise.all(Array.from({ length: 60 }, () => bucket.storage.read(shop, file)));
    expect(await bucket.server.connections()).toBeGreaterThanOrEqual(60);
    for (const content of contents) await content?.[Symbol.asyncIterator]().return?.();
    await eventually(
      () => bucket.server.connections(),
      (count) => count < 5,
    );
  });
});

describe('a bucket that cannot be used', () => {
  /** Expects that nothing works, and that each error names the bucket and says why. */
  async function expectRefusals(storage: S3OnDemand, reason: string): Promise<void> {
    const file = newFile();
    for (const refused of [
      () => put(storage),
      () => put(storage, randomBytes(6 * MIB)),
      () => storage.read(shop, file),
      () => storage.delete(shop, file),
      () => storage.deleteAll(shop),
      () => storage.reach(),
    ]) {
      const error: unknown = await refused().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ message: expect.stringMatching(/^the bucket [\w-]+ at 127\.0\.0\.1:\d+: /) });
      expect(error).toMatchObject({ message: expect.stringContaining(reason) });
    }
    expect(await bucket.kept()).toEqual([]);
  }

  it('says that the secret is wrong', async () => {
    await expectRefusals(
      bucket.another({ secret: 'a wrong secret' }),
      'the secret of the access key is wrong (SignatureDoesNotMatch)',
    );
    expect(bucket.server.requests).toEqual([]);
    expect(new Set(bucket.server.refused)).toEqual(new Set(['SignatureDoesNotMatch']));
  });

  it('says that there are no credentials', async () => {
    await expectRefusals(bucket.another({ secret: null }), 'there are no credentials (CredentialsProviderError)');
    expect(bucket.server.refused).toEqual([]);
  });

  it('says that there is no such bucket', async () => {
    await expectRefusals(bucket.another({ bucket: 'another-bucket' }), 'there is no such bucket (NoSuchBucket)');
  });

  it('says that the bucket is in another region', async () => {
    const elsewhere = bucket.another({ region: 'eu-west-1' });
    await expectRefusals(elsewhere, 'the bucket is in another region than AWS_REGION (AuthorizationHeaderMalformed)');
  });

  it('says that the credentials do not permit it', async () => {
    bucket.server.fail = () => ({ code: 'AccessDenied', status: 403 });
    await expectRefusals(bucket.another({}), 'the credentials do not permit this (AccessDenied)');
  });

  it('says that nothing answers', async () => {
    await bucket.server.close();
    await expectRefusals(bucket.another({}), 'ECONNREFUSED');
  });

  it.each([
    ['XMinioStorageFull', 507],
    ['QuotaExceeded', 403],
    ['Another', 507],
  ])('is a full storage when the server says %s with status %d', async (code, status) => {
    bucket.server.fail = (request) => (request.startsWith('PUT') ? { code, status } : null);
    await expect(put(bucket.storage)).rejects.toThrow(StorageFull);
    await expect(put(bucket.storage, randomBytes(6 * MIB))).rejects.toThrow(StorageFull);
    expect(await bucket.kept()).toEqual([]);
  });
});
