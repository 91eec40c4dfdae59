import { vi } from 'vitest'
import { anonymousAuthenticator, setAuthenticator } from '../src/api/authenticator'
import { schedulerSettled } from './scheduler-settled'

// Test files share a process: stubbed globals and the authenticator of the previous file must not leak into the next one.
await schedulerSettled()
vi.unstubAllGlobals()
setAuthenticator(anonymousAuthenticator)
