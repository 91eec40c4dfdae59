// npm run demo:directory [FILE]: writes the ZIP of a directory export that the demo's administrators can import.
import { writeFileSync } from 'node:fs'
import { ensureDependencies } from './ensure-dependencies.mjs'

ensureDependencies()
const { tsImport } = await import('tsx/esm/api')
const { sampleDirectory } = await tsImport('../server/demo/sample-directory.ts', import.meta.url)
const { zipOf } = await tsImport('../server/test/zip.ts', import.meta.url)
const file = process.argv[2] ?? 'sample-directory.zip'
writeFileSync(file, zipOf(sampleDirectory))
process.stdout.write(`${file}\n`)
