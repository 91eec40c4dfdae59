import path from 'node:path'
import type { Plugin } from 'vite'

/** Vite's own helper, through which the built application imports its parts. */
const helper = '\0vite/preload-helper.js'
const ours = path.join(import.meta.dirname, '../src/api/import-arrived.ts')

/** Has parts of the application imported by our `importArrived` in place of Vite's helper, which takes the same arguments. */
export const arrivingParts = (): Plugin => ({
  name: 'lintel:arriving-parts',
  enforce: 'pre',
  apply: 'build',
  load: {
    order: 'pre',
    handler: (id) =>
      id === helper ? `export { importArrived as __vitePreload } from ${JSON.stringify(ours)}` : undefined,
  },
})
