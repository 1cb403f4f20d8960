import { defineConfig } from 'oxlint';
import { importOverrides } from './lint/imports/index.ts';

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.spec.ts', '**/*.contract.ts', '**/testing/**', '**/test-*.ts'];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'react', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  // The last one is for any Node, however old: no types there.
  ignorePatterns: [
    '**/node_modules',
    '**/dist/**',
    'drizzle/migrations/**',
    '**/fixtures/**',
    '**/generated/**',
    // Typed by clients that a test generates; that test compiles it.
    'server/rest/testing/clients/**',
    'scripts/require-node.cjs',
  ],
  rules: {
    // Types
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/only-throw-error': [
      'error',
      { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
    ],
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'typescript/return-await': ['error', 'in-try-catch'],
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true, boolean: true } }],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],

    // Modules
    'import/no-cycle': 'error',
    'import/no-duplicates': 'error',
    'import/no-mutable-exports': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '@fontsource-variable/**'] }],
    'unicorn/prefer-node-protocol': 'error',
    'node/no-process-env': 'error',

    // Plain code
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-alert': 'error',
    'no-console': 'error',
    'no-else-return': 'error',
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-self-compare': 'error',
    'no-var': 'error',
    'array-callback-return': 'error',
    'object-shorthand': 'error',
    'prefer-const': ['error', { ignoreReadBeforeAssign: true }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' }],
    'prefer-template': 'error',
    'max-depth': ['error', 4],
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],

    // Of the groups above, these cost more than they find.
    'typescript/consistent-return': 'off', // the compiler's noImplicitReturns knows exhaustive switches
    'oxc/no-map-spread': 'off', // a fresh object is what those places mean
    'no-await-in-loop': 'off', // most of our loops are sequences on purpose
    'no-underscore-dangle': 'off', // libraries have such names
    'import/no-named-as-default-member': 'off', // i18next is used by its default export
    'typescript/no-unsafe-type-assertion': 'off', // no other way at the edges, and reviewed there
    'jsx-a11y/prefer-tag-over-role': 'off', // a role says it as well, and without the tag's own behaviour
    'unicorn/prefer-add-event-listener': 'off', // an object that we made ourselves has one listener
    'unicorn/consistent-function-scoping': 'off', // a small function may stand where it is used
    'unicorn/no-invalid-fetch-options': 'off', // does not understand a body that is null for GET
    'unicorn/no-thenable': 'off', // promises are checked by type instead
    'react/react-in-jsx-scope': 'off', // the JSX runtime imports itself
    'react/hooks': 'off', // rules-of-hooks says the same
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/jsx-no-target-blank': 'error',
    'react/no-danger': 'error',
    'react/button-has-type': 'error',
  },
  overrides: [
    ...importOverrides,
    {
      files: [
        'server/config.ts',
        'e2e/**',
        'scripts/**',
        'bench/**',
        'faults/**',
        'lint/**',
        'deck-format/src/node/cli/**',
        '*.config.ts',
        'drizzle/config.ts',
        ...TESTS,
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      // These speak to a terminal.
      files: ['scripts/**', 'bench/**', 'faults/run.ts', 'e2e/support/**', 'deck-format/src/node/cli/**'],
      rules: { 'no-console': 'off' },
    },
    {
      files: TESTS,
      plugins: ['vitest'],
      rules: {
        'vitest/no-focused-tests': 'error',
        'vitest/valid-expect': ['error', { maxArgs: 2 }], // the second says what was answered instead
        'typescript/no-unsafe-assignment': 'off', // `expect.any(String)` is an any
        'vitest/no-standalone-expect': 'off', // shared steps of several tests look too
        'vitest/expect-expect': 'off', // some look in a function of their own, or prove that nothing is thrown
        'vitest/no-conditional-expect': 'off', // a refused promise is often looked at in its catch
        'max-lines-per-function': 'off',
        'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
      },
    },
    {
      // Playwright's fixtures: `use` is no React hook, and `{}` is how a fixture says that it needs no other.
      files: ['e2e/**'],
      rules: { 'react/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
    },
    {
      files: ['web/**'],
      excludeFiles: ['web/lib/format.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'ListFormat'].map((property) => ({
            object: 'Intl',
            property,
            message: 'web/lib/format.ts formats dates and numbers, in the locale of the browser.',
          })),
        ],
      },
    },
    {
      // A file has all texts of a language that load at the same time, so that adding a language is adding two files.
      files: ['web/locales/*.ts', 'web/locales/later/*.ts'],
      rules: { 'max-lines': 'off' },
    },
    { files: ['**/*.d.ts'], rules: { 'import/no-unassigned-import': 'off' } },
    {
      files: ['web/**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }] },
    },
  ],
});
