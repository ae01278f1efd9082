import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Plays a CRM: a folder with a file for each record. */
export class FolderCrm {
  constructor(folder) {
    this.folder = folder;
  }

  async place() {
    try {
      return JSON.parse(await readFile(join(this.folder, 'place.json'), 'utf8'));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
      return null;
    }
  }

  keepPlace(place) {
    return this.write('place.json', place);
  }

  async save(kind, records) {
    await mkdir(join(this.folder, kind), { recursive: true });
    for (const record of records) await this.write(join(kind, `${record.id}.json`), record);
  }

  async remove(kind, ids) {
    for (const id of ids) await rm(join(this.folder, kind, `${id}.json`), { force: true });
  }

  /** The file is replaced in one step: a process that is killed while it writes leaves the old file. */
  async write(name, value) {
    await mkdir(this.folder, { recursive: true });
    const file = join(this.folder, name);
    await writeFile(`${file}.new`, JSON.stringify(value));
    await rename(`${file}.new`, file);
  }
}
