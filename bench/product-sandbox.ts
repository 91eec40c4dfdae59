import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../scripts/run-node.mjs'
import { demoPassword } from '../server/demo/credentials'
import { type ServerProcess, startServerProcess } from '../server/test/server-process'

const built = [...serverFlags, fileURLToPath(new URL('../server/dist/main.js', import.meta.url))]

/** A data directory for the built product that is gone when the benchmark ends. */
export interface ProductSandbox {
  directory: string
  start(): Promise<ServerProcess>
  remove(): void
}

const unlimited = { calls: 1_000_000_000, seconds: 60 }
const withoutLimits = { general: unlimited, signIn: unlimited, resetRequest: unlimited }

/**
 * Where the built product runs as it does for people, but for the request rates: one address asks everything here. `rates`
 * sets others; none are the product's own.
 */
export function createProductSandbox(env: Record<string, string> = {}, rates: object = withoutLimits): ProductSandbox {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'))
  const masterConfiguration = join(directory, 'master.json')
  writeFileSync(masterConfiguration, JSON.stringify({ rates }))
  return {
    directory,
    start: () =>
      startServerProcess({
        program: built,
        env: { ...serverEnvironment, DATA_DIR: directory, MASTER_CONFIG: masterConfiguration, ...env },
      }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** The bearer of somebody who has the password of the demo, as an HTTP header. */
export async function bearerOf(origin: string, username: string): Promise<{ authorization: string }> {
  const response = await fetch(`${origin}/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const { idToken } = (await response.json()) as { idToken?: string }
  if (!idToken) throw new Error(`${username} could not sign in (${response.status})`)
  return { authorization: `Bearer ${idToken}` }
}

/** What a process holds in memory at this moment, in megabytes of a million bytes. */
export function residentMegabytes(pid: number): number {
  if (process.platform === 'linux') {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kibibytes) * 1_024) / 1_000_000
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(stdout) * 1_024) / 1_000_000
}
