import { randomBytes } from 'node:crypto';
import { aCallWithAudio } from '../../support/builders/a-stored-file.js';
import { eventually } from '../../support/eventually.js';
import { openBucket, type OpenedBucket } from '../../support/opened-storage.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const MIB = 1024 * 1024;

let bucket: OpenedBucket;
let database: TestDatabase;
let service: WholeService;

beforeAll(async () => {
  bucket = await openBucket();
  database = await cloneDatabase();
  service = await startWholeService(database.url, {
    RECORDINGS: `s3://${bucket.server.bucket}/calls`,
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    AWS_REGION: bucket.server.key.region,
    PUBLIC_URL: 'https://shop.example',
  });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  await bucket.close();
});

/** Stores a call with a recording, and returns the link that plays it on this machine. */
async function linkTo(content: Buffer): Promise<string> {
  const id = await service.shop();
  const { dataSource, container } = service;
  const stores = { container, sql: <Row>(text: string, values: unknown[] = []) => dataSource.query<Row[]>(text, values) };
  const call = await aCallWithAudio(stores, { id }, { content });
  const { body } = await (await service.key(id)).get(`/calls/${call.id}/recording`);
  return (body.data.url as string).replace('https://shop.example', service.url);
}

describe('a service whose recordings are in a bucket', () => {
  it('plays a recording, whole and in parts', async () => {
    const content = randomBytes(6 * MIB);
    const link = await linkTo(content);
    expect(bucket.server.objects.size).toBe(1);
    const whole = await fetch(link);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const part = await fetch(link, { headers: { range: 'bytes=5000000-5000999' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(5_000_000, 5_001_000))).toBe(true);
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
  });

  it('holds no connection to the bucket for clients that have gone', async () => {
    const link = await linkTo(randomBytes(20 * MIB));
    for (let index = 0; index < 20; index++) {
      const leaving = new AbortController();
      const answer = await fetch(link, { signal: leaving.signal });
      await answer.body?.getReader().read();
      leaving.abort();
    }
    const left = await eventually(
      () => bucket.server.connections(),
      (count) => count < 5,
    );
    expect(left).toBeLessThan(5);
  });

  it('answers 503 while the bucket does not answer, and says in the log why', async () => {
    const link = await linkTo(randomBytes(10));
    bucket.server.fail = () => ({ code: 'AccessDenied', status: 403 });
    const refused = await fetch(link);
    bucket.server.fail = () => null;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.text()).not.toContain(bucket.server.bucket);
    expect(JSON.stringify(service.log.lines)).toContain('the credentials do not permit this (AccessDenied)');
    expect((await fetch(link)).status).toBe(200);
  });
});
