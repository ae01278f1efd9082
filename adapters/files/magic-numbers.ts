import { FileTypes } from '../../application/areas/media/file-storage.js';

/** Knows files by the magic numbers that they begin with. The library is loaded for the first file. */
export class MagicNumbers extends FileTypes {
  override readonly headBytes = 4_100;

  override async typeOf(head: Uint8Array): Promise<string | null> {
    const { fileTypeFromBuffer } = await import('file-type');
    const found = await fileTypeFromBuffer(head);
    return found?.mime ?? null;
  }
}
