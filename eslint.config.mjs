import { basename } from 'node:path';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const KEBAB_CASE = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** A rule of our own. A package for a rule of one line would be more to read. */
const house = {
  rules: {
    'kebab-case-file': {
      meta: { type: 'suggestion', schema: [] },
      create: (context) => ({
        Program: (node) => {
          const name = basename(context.filename);
          if (!KEBAB_CASE.test(name)) context.report({ node, message: `file names are kebab-case, not ${name}` });
        },
      }),
    },
  },
};

const PROCESS_ENV = [
  { object: 'process', property: 'env', message: 'Settings are read in infrastructure/settings/config.ts and handed in.' },
];
const PROCESS_ENV_IMPORT = {
  paths: ['process', 'node:process'].map((name) => ({
    name,
    importNames: ['env', 'default'],
    message: 'Settings are read in infrastructure/settings/config.ts and handed in.',
  })),
};
const NO_DEFAULT_EXPORT = {
  selector: ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name="default"])',
  message: 'Export by name: one thing has one name everywhere.',
};
const NO_BARREL = { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that declares it.' };
const FROM_A_PORT = 'Time, ids and randomness arrive as values or through a port.';
const NO_AMBIENT_TIME = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: FROM_A_PORT },
  { selector: 'CallExpression[callee.name="Date"]', message: FROM_A_PORT },
];
const AMBIENT = [
  { object: 'Date', property: 'now', message: FROM_A_PORT },
  { object: 'Math', property: 'random', message: FROM_A_PORT },
  { object: 'performance', property: 'now', message: FROM_A_PORT },
  { object: 'crypto', message: FROM_A_PORT },
];

/** The list of Node's globals, taken from Node itself. */
const NODE_GLOBALS = Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']));

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', '.data/']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { house },
    rules: { 'house/kebab-case-file': 'error' },
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Numbers and booleans are readable in a message. Any other value that is not a text must be converted explicitly.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // In many places an empty text counts as absent. There `||` is used on purpose.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      // The input of an operation that takes no input is an empty class.
      '@typescript-eslint/no-extraneous-class': ['error', { allowEmpty: true }],
      // The SDK marks its low-level server as for "advanced use". We need it: we use our own input schemas and make a server
      // per request.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', name: 'Server', package: '@modelcontextprotocol/server' }] },
      ],
      // A view's class exists for its JSON Schema. Answers are plain objects, not instances of that class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A header's name may be written in quotes also if Node's types know it, so that the names in a list look alike.
      '@typescript-eslint/dot-notation': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_BARREL],
      'no-restricted-properties': ['error', ...PROCESS_ENV],
      'no-restricted-imports': ['error', PROCESS_ENV_IMPORT],
    },
  },
  {
    files: ['domain/**/*.ts', 'application/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_BARREL, ...NO_AMBIENT_TIME],
      'no-restricted-properties': ['error', ...PROCESS_ENV, ...AMBIENT],
      'no-restricted-imports': [
        'error',
        {
          ...PROCESS_ENV_IMPORT,
          patterns: [
            { group: ['node:crypto', 'crypto'], importNamePattern: '^random|^default$|^webcrypto$', message: FROM_A_PORT },
          ],
        },
      ],
    },
  },
  {
    // These files may read the environment: the entries of the service and of the command line, and TypeORM's configuration.
    files: ['infrastructure/main.ts', 'infrastructure/cli/main.ts', 'ormconfig.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // This file recognises control characters, so its regular expressions contain them.
    files: ['domain/shared/text.ts'],
    rules: { 'no-control-regex': 'off' },
  },
  {
    // A migration is one list of statements that is never changed again.
    files: ['adapters/persistence/*/migrations/*.ts', 'adapters/persistence/*/+([0-9])-*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // TypeORM's command line loads its configuration's default export.
    files: ['ormconfig.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['tests/**/*.ts', 'examples/*/tests/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      'no-restricted-properties': 'off',
      // A value that a test reads from an answer is `any` until it is compared.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // `expect(row!.id)` fails as a test should.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Short forms such as `() => array.push(…)` and `case 'ok': return send(…)` are clear in a fake.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: NODE_GLOBALS },
    rules: {
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  { files: ['bin/**/*.mjs'], rules: { 'no-console': 'error' } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } } },
);
