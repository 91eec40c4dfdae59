import { findFigureDifferences } from '../content/verify-figures.store'
import { runCommand } from '../platform/run-command'

await runCommand(async ({ print, open }) => {
  // Counting millions of topics takes long.
  const { platform } = await open({ isLong: true })
  const differences = await findFigureDifferences(platform.db)
  for (const { project, figure, stored, counted } of differences)
    print(`Project ${project}: ${figure} is kept as ${stored ?? 0}, and is ${counted ?? 0}.`)
  print(differences.length === 0 ? 'Every number is what is counted.' : `${differences.length} numbers differ.`)
  if (differences.length > 0) process.exitCode = 1
})
