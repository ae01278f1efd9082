export * from 'graphile-worker';
