import { answerFor, nobody } from './authority'

// Test files share a process: the session that one of them has started answers for no call of the next one.
answerFor(nobody)
