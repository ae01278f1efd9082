import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Prints the packages of a deployment (CycloneDX). `npm sbom --omit dev` would leave out each package that a development package needs,
// too, such as express. So npm is asked about a project without development packages.
const project = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
delete project.devDependencies;
delete lock.packages[''].devDependencies;
const isDeployed = ({ dev, devOptional, optional }) => !dev && !devOptional && !optional;
lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(([, entry]) => isDeployed(entry)));

const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--prefix', folder];
  const { status } = spawnSync('npm', args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
