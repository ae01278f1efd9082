import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { build, isBundled, SERVICE } from './build.mjs';
import { load, loadBundled } from './load.mjs';

if (existsSync('.env')) loadEnvFile('.env'); // it may name what needs the modules
// Extensions import modules of dist/, and share them with the service. OpenTelemetry follows only packages that Node loads.
const needsModules = ['EXTENSIONS', 'OTEL_EXPORTER_OTLP_ENDPOINT'].some((name) => process.env[name]?.trim());
if (!needsModules && isBundled()) {
  await loadBundled(SERVICE);
} else {
  // To compile and to load takes a second or more. A person who waits at a terminal is told at once; a log needs no such line.
  if (process.stderr.isTTY) process.stderr.write('Building what has changed, and loading the service …\n');
  build();
  await load('infrastructure/main.js');
}
