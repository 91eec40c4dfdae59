import path from 'node:path'
import type { Plugin } from 'vite'

/** Vite's own helper, by which the built application imports its lazy chunks. */
const helper = '\0vite/preload-helper.js'
const replacement = path.join(import.meta.dirname, '../src/api/import-arrived.ts')

/** Replaces Vite's helper for lazy imports by our `importArrived`, which takes the same arguments. */
export const importHelper = (): Plugin => ({
  name: 'lintel:arriving-parts',
  enforce: 'pre',
  apply: 'build',
  load: {
    order: 'pre',
    handler: (id) =>
      id === helper ? `export { importArrived as __vitePreload } from ${JSON.stringify(replacement)}` : undefined,
  },
})
