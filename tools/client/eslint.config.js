// What the compiler of types does not see. Undefined names are its business.

import js from '@eslint/js';

const MARKUP = 'Texts reach the page as text nodes: see dom.js.';

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off',
      'no-var': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
      'object-shorthand': 'error',
      eqeqeq: 'error',
      'no-implicit-coercion': 'error',
      'no-param-reassign': 'error',
      'no-shadow': 'error',
      'no-eval': 'error',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({ property, message: MARKUP })),
      ],
      complexity: ['error', 12],
      'max-depth': ['error', 3],
      'max-lines': ['error', 600],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'max-params': ['error', 5],
    },
  },
];
