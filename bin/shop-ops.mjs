#!/usr/bin/env node
import { build } from './build.mjs';

build();
await import('../dist/infrastructure/cli/main.js');
