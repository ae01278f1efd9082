import { readdir, readFile } from 'node:fs/promises';

describe('the index of decisions', () => {
  it('has each decision once, with its title', async () => {
    const files = (await readdir('docs/decisions')).filter((file) => /^\d{4}-/.test(file));
    const index = await readFile('docs/decisions/README.md', 'utf8');
    const listed = [...index.matchAll(/^- \[(\d+)\]\(([^)]+)\): (.+)$/gm)].map(([, number, file, title]) => ({
      number,
      file,
      title,
    }));
    const expected = files.map(async (file) => {
      const [, number, title] = /^# (\d+)\. (.+)/.exec(await readFile(`docs/decisions/${file}`, 'utf8')) ?? [];
      return { number, file, title };
    });
    const byFile = (one: { file?: string | undefined }, other: { file?: string | undefined }): number =>
      (one.file ?? '').localeCompare(other.file ?? '');
    expect(listed.sort(byFile)).toEqual((await Promise.all(expected)).sort(byFile));
  });
});
