import { build, findBundle, SERVICE } from './build.mjs';
import { hasExtensions, load, loadBundled, loadDotEnv } from './load.mjs';

loadDotEnv();
// OpenTelemetry follows only packages that Node loads.
const needsModules = hasExtensions() || process.env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
const bundle = needsModules ? null : findBundle();
if (bundle !== null) {
  await loadBundled(bundle, SERVICE);
} else {
  // To compile and to load takes a second or more. A person who waits at a terminal is told at once; a log needs no such line.
  if (process.stderr.isTTY) process.stderr.write('Building what has changed, and loading the service …\n');
  build();
  await load('infrastructure/main.js');
}
