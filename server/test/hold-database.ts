import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Another process that runs, or tried to run, the database of a directory. */
export type Holder = {
  process: ChildProcess
  logLines: string[]
  /** Resolves when the database is up or the process has given up. */
  outcome: Promise<{ url: string; adminUrl: string } | { refused: string }>
  ended: Promise<number | null>
}

/** Starts `server/test/database-holder.ts` for `directory`; `program` may be a copy of it, `launcher` a command that runs it. */
export function holdDatabase(
  directory: string,
  program = fileURLToPath(new URL('./database-holder.ts', import.meta.url)),
  launcher: readonly string[] = [],
): Holder {
  const [command = '', ...words] = [...launcher, process.execPath, '--import', import.meta.resolve('tsx')]
  const child = spawn(command, [...words, program, directory], { stdio: ['ignore', 'pipe', 'pipe'] })
  const logLines: string[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const outcome = new Promise<{ url: string; adminUrl: string } | { refused: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const fact = JSON.parse(line)
      if ('log' in fact) logLines.push(fact.log)
      else resolve(fact)
    })
    ended.then(() => resolve({ refused: `ended without a word. ${errors}` }))
  })
  return { process: child, logLines, outcome, ended }
}
