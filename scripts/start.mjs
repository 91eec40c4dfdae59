// npm start: install what is missing, build what has changed, run the server.
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureDependencies, repository } from './ensure-dependencies.mjs'
import { runNode } from './run-node.mjs'

ensureDependencies()
await build()
process.exit(
  await runNode([
    '--enable-source-maps',
    '--import',
    new URL('end-with-parent.mjs', import.meta.url).href,
    join(repository, 'server/dist/main.js'),
  ]),
)
