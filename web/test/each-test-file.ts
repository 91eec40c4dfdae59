import { vi } from 'vitest'
import { anonymousAuthenticator, setAuthenticator } from '../src/api/authenticator'

// Test files share a process: stubbed globals and the authenticator of the previous file must not leak into the next one.
vi.unstubAllGlobals()
setAuthenticator(anonymousAuthenticator)
