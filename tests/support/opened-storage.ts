import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskFiles } from '../../adapters/files/disk-files.js';
import { S3OnDemand } from '../../adapters/files/s3-on-demand.js';
import type { FileStorage } from '../../application/areas/media/file-storage.js';
import { FakeS3 } from './fakes/s3/fake-s3.js';

/** A storage with what a test can see of it from behind. */
export interface OpenedStorage {
  readonly storage: FileStorage;
  /** everything that takes room, also what is stored in part only */
  kept(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface OpenedDisk extends OpenedStorage {
  readonly root: string;
}

export interface OpenedBucket extends OpenedStorage {
  readonly server: FakeS3;
  readonly endpoint: string;
  /** another client of the same server, with another secret or the name of another bucket */
  another(change: { readonly secret?: string | null; readonly bucket?: string; readonly region?: string }): S3OnDemand;
}

export async function openDisk(): Promise<OpenedDisk> {
  const root = await mkdtemp(join(tmpdir(), 'shop-operations-files-'));
  return {
    root,
    storage: new DiskFiles(root),
    kept: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** The variables of the environment in which the SDK looks for credentials. */
const VARIABLES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_EC2_METADATA_DISABLED',
  // The SDK would tell each test run on Node 20 that its versions of 2027 want a newer Node.
  'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED',
] as const;

export async function openBucket(prefix = 'calls/of all shops'): Promise<OpenedBucket> {
  const server = new FakeS3();
  const { bucket, key } = server;
  const endpoint = await server.listen();
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  const identify = (secret: string | null): void => {
    const values = secret === null ? [undefined, undefined, 'true', 'true'] : [key.id, secret, 'true', 'true'];
    VARIABLES.forEach((name, index) => setVariable(name, values[index]));
  };
  identify(key.secret);
  return {
    server,
    endpoint,
    storage: new S3OnDemand({ bucket, prefix, endpoint, region: key.region }),
    kept: () => Promise.resolve([...server.objects.keys(), ...server.uploads.keys()]),
    another: ({ secret = key.secret, ...change }) => {
      identify(secret);
      return new S3OnDemand({ bucket, prefix, endpoint, region: key.region, ...change });
    },
    close: async () => {
      for (const [name, value] of before) setVariable(name, value);
      await server.close();
    },
  };
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}
