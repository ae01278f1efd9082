import { open, type FileHandle } from 'node:fs/promises';
import type { Container } from 'inversify';
import { SandboxFiles } from '../../adapters/sms/sandbox/sandbox-files.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { ValidationError } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';

/**
 * Gives a file of this machine to the sandbox, from which the service fetches it like a file of a provider.
 * @param option the name of the option that named the file
 * @returns its address at the sandbox
 * @throws ValidationError when it is no file that can be read
 */
export async function keepAtSandbox(container: Container, shop: ShopId, option: string, path: string): Promise<string> {
  if (/^[a-z]+:\/\//i.test(path)) throw new ValidationError(option, 'must be a file on this machine, not an address');
  const file = await openFile(option, path);
  try {
    // The cast is safe: a stream without an encoding is read as buffers.
    const content = file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
    return await container.get(SandboxFiles).keep(shop, content);
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
