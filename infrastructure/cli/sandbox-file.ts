import { open, type FileHandle } from 'node:fs/promises';
import { SandboxFiles } from '../../adapters/sms/sandbox/sandbox-media-source.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { FileTypes } from '../../application/areas/media/file-storage.js';
import { isAllowed, SIZE_LIMITS } from '../../domain/media/media-file.js';
import { ValidationError } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Use } from '../modules/use.js';

type Check = (file: FileHandle) => Promise<void>;

/**
 * Gives the sound of a call to the sandbox, see `keepAtSandbox`. A real provider has only sounds, so any other file is refused
 * here: the service would give it up later, and only its log would say so.
 * @param kind the name of the option, too
 * @throws ValidationError when the file is none that the service stores for a call
 */
export function keepSound(use: Use, shop: ShopId, kind: 'recording' | 'voicemail', path: string): Promise<string> {
  return keepAtSandbox(use, shop, kind, path, async (file) => {
    const { size } = await file.stat();
    if (size === 0) throw new ValidationError(kind, `${path} is empty`);
    if (size > SIZE_LIMITS[kind]) throw new ValidationError(kind, `${path} is longer than ${SIZE_LIMITS[kind]} bytes`);
    const types = use(FileTypes);
    const { buffer, bytesRead } = await file.read(new Uint8Array(types.headBytes), { position: 0 });
    const type = await types.typeOf(buffer.subarray(0, bytesRead));
    if (type === null || !isAllowed(kind, type))
      throw new ValidationError(kind, `${path} is no sound (${type ?? 'unknown type'})`);
  });
}

/**
 * Gives a file of this machine to the sandbox, from which the service fetches it like a file of a provider.
 * @param option the name of the option that named the file
 * @returns its address at the sandbox
 * @param check throws when the file is to be refused; it must not move the position in the file
 * @throws ValidationError when it is no file that can be read
 */
export async function keepAtSandbox(use: Use, shop: ShopId, option: string, path: string, check?: Check): Promise<string> {
  if (/^[a-z]+:\/\//i.test(path)) throw new ValidationError(option, 'must be a file on this machine, not an address');
  const file = await openFile(option, path);
  try {
    await check?.(file);
    // The cast is safe: a stream without an encoding is read as buffers.
    const content = file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
    return await use(SandboxFiles).keep(shop, content);
  } finally {
    await file.close();
  }
}

async function openFile(option: string, path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new ValidationError(option, `${path} cannot be read (${systemCodeOf(error)})`);
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new ValidationError(option, `${path} is no file`);
}
