export * from 'class-validator';
