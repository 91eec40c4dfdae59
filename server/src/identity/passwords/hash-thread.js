// The tasks of the threads in `hash-threads.ts`. Plain JavaScript, because the threads start without the TypeScript loader.
import { hashSync, verifySync } from '@node-rs/argon2'

/** Hashes a password as a PHC string. */
export const hash = ({ typed, parameters }) => hashSync(typed, parameters)

/** Whether a password matches a hash; throws when the hash cannot be parsed. */
export const verify = ({ stored, typed }) => verifySync(stored, typed)
