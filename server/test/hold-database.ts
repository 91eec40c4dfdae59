import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Another process that holds (or wanted to hold) a database directory. */
export type Holder = {
  process: ChildProcess
  logLines: string[]
  /** Settles when the database is up, or the process has given up. */
  outcome: Promise<{ url: string; adminUrl: string } | { refused: string }>
  ended: Promise<number | null>
}

/** Starts `server/test/database-holder.ts` on `directory`; `program` may be a copy of it. */
export function holdDatabase(
  directory: string,
  program = fileURLToPath(new URL('./database-holder.ts', import.meta.url)),
): Holder {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, directory], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const logLines: string[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const outcome = new Promise<{ url: string; adminUrl: string } | { refused: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const fact = JSON.parse(line)
      if ('said' in fact) logLines.push(fact.logLines)
      else resolve(fact)
    })
    ended.then(() => resolve({ refused: `ended without a word. ${errors}` }))
  })
  return { process: child, logLines, outcome, ended }
}
