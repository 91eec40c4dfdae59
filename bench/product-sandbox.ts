import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../scripts/run-node.mjs'
import { demoPassword } from '../server/demo/credentials'
import { type ServerProcess, startServerProcess } from '../server/test/server-process'

const built = [...serverFlags, fileURLToPath(new URL('../server/dist/main.js', import.meta.url))]

/** A temporary data directory in which the built product can be started. */
export interface ProductSandbox {
  directory: string
  start(): Promise<ServerProcess>
  remove(): void
}

const unlimited = { calls: 1_000_000_000, seconds: 60 }
const withoutLimits = { general: unlimited, signIn: unlimited, resetRequest: unlimited }

/**
 * Creates a sandbox for the built product with its production settings except for the rate limits, because all requests come from one address.
 * `rates` overrides them; an empty object keeps the product's own.
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

/** Signs in a user with the demo password and returns the `Authorization` header. */
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

/** Resident memory of a process, in megabytes of a million bytes. */
export function residentMegabytes(pid: number): number {
  if (process.platform === 'linux') {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kibibytes) * 1_024) / 1_000_000
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(stdout) * 1_024) / 1_000_000
}
