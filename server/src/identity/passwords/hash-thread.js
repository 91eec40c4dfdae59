// A thread that does nothing but hash: one piece of work at a time, as `hash-threads.ts` sends it. Plain JavaScript, since
// a thread begins without whatever reads TypeScript around it.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

// Here the number of a process is that of a thread: Linux lowers this one alone, other systems the whole server.
if (process.platform === 'linux') setPriority(10)

const works = { hash: hashSync, verify: verifySync }

parentPort.on('message', ({ work, given }) => {
  try {
    parentPort.postMessage({ result: works[work](...given) })
  } catch (error) {
    parentPort.postMessage({ failure: error.message })
  }
})
