import { build } from './build.mjs';

build();
await import('../dist/infrastructure/main.js');
