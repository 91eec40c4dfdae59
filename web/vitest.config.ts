import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { macros } from './build/macros'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [macros({ compile: false }), lingui({ configPath: `${import.meta.dirname}/lingui.config.ts` })],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    isolate: false,
    setupFiles: ['test/each-test-file.ts'],
    // Files share a process: what a test puts in the place of a global is taken away before the next one.
    unstubGlobals: true,
    maxWorkers: '100%',
    // For a machine that is busy with ten other things.
    testTimeout: 60_000,
    expect: { poll: { interval: 20, timeout: 30_000 } },
  },
})
