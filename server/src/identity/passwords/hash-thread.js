// What the threads of `hash-threads.ts` compute, one piece at a time. Plain JavaScript, since a thread begins without
// whatever reads TypeScript around it.
import { hashSync, verifySync } from '@node-rs/argon2'

/** Hashes what is typed, as a PHC string. */
export const hash = ({ typed, parameters }) => hashSync(typed, parameters)

/** Whether what is typed is what was hashed; fails when the hash cannot be read. */
export const verify = ({ stored, typed }) => verifySync(stored, typed)
