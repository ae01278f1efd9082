export * from 'class-transformer';
