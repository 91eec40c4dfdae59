import { vi } from 'vitest'
import { answerFor, nobody } from './authority'

// Test files share a process: what the last test of one has put in the place of a global is no global of the next file, and the session that
// it has started answers for none of its calls.
vi.unstubAllGlobals()
answerFor(nobody)
