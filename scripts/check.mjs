// npm run check: all checks that take less than a minute together.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checks, inParallel, printResult, run } from './checks.mjs'
import { ensureDependencies, repository } from './ensure-dependencies.mjs'

ensureDependencies()
const vitest = [process.execPath, join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot']
const all = [
  // The longest first. The server's tests take minutes with a database of their own and are part of `npm test`.
  {
    name: 'fast tests',
    command: [...vitest, ...['tools', 'contract', 'web'].flatMap((project) => ['--project', project])],
  },
  ...checks(),
]
let failed = 0
const jobs = all.map(({ name, command }) => async () => {
  const result = await run(command)
  if (!result.passed) failed++
  printResult(name, result)
})
await inParallel(jobs, Math.max(2, availableParallelism()))
process.stdout.write(failed === 0 ? 'All is well.\n' : `${failed} of ${all.length} failed.\n`)
process.exitCode = failed === 0 ? 0 : 1
