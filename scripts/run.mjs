// node scripts/run.mjs FILE [ARGUMENT …]: runs one of the product's commands from its TypeScript source.
import { ensureDependencies } from './ensure-dependencies.mjs'
import { runNode } from './run-node.mjs'

ensureDependencies()
process.exit(await runNode(['--import', import.meta.resolve('tsx'), ...process.argv.slice(2)]))
