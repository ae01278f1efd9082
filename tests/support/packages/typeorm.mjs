export * from 'typeorm';
