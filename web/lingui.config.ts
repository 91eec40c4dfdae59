import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

// What the sign-in document shows before the application's code is there; its catalog must stay small.
const signInSources = [
  '<rootDir>/src/portal/login/**',
  '<rootDir>/src/portal/guest/**',
  '<rootDir>/src/ui/*',
  '<rootDir>/src/sign-in*.tsx',
]

export default defineConfig({
  locales: ['en', 'de', 'es', 'fr', 'ja', 'nb', 'pl', 'sv', 'zh'],
  sourceLocale: 'en',
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/src/i18n/locales/{locale}/sign-in', include: signInSources },
    { path: '<rootDir>/src/i18n/locales/{locale}/application', include: ['<rootDir>/src/**'], exclude: signInSources },
  ],
})
