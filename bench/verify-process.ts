// The limit of signing in: the same password verification, as many at once, and nothing else. Usage: verify-process SECONDS (as JSON)
import { hashPassword, verifyPassword } from '../server/src/identity/passwords/hash'
import { maxBackgroundHashes, maxConcurrentHashes } from '../server/src/identity/passwords/hash-threads'
import { WorkGate } from '../server/src/platform/work-gate'

/** Passwords verified per second. */
export interface VerifyResult {
  perSecond: number
}

const { seconds, waiting }: { seconds: number; waiting: number } = JSON.parse(process.argv[2] ?? '')
const password = 'a password like any other'
const stored = await hashPassword(password)
const gate = new WorkGate({ running: maxConcurrentHashes, runningUnderLoad: maxBackgroundHashes })
const startedAt = performance.now()
let verified = 0
await Promise.all(
  Array.from({ length: waiting }, async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      if (!(await gate.run(() => verifyPassword(stored, password)))) throw new Error('The password should fit')
      verified++
    }
  }),
)
const output: VerifyResult = { perSecond: verified / ((performance.now() - startedAt) / 1_000) }
process.stdout.write(JSON.stringify(output))
