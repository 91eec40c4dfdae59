import { vi } from 'vitest'
import { anonymousAuthenticator, setAuthenticator } from '../src/api/authenticator'
import { leaveLiveConnections } from '../src/api/live-connections'
import { skipUnloadPrompt } from '../src/api/unload'
import { pageSettled } from './unmount-after-test'

// Test files share a process: stubbed globals, the authenticator, the streams and the end of the session of the previous file must
// not leak into the next one. A stream that lingers there reports to whoever follows the same customer here that changes were missed.
await pageSettled()
vi.unstubAllGlobals()
setAuthenticator(anonymousAuthenticator)
leaveLiveConnections()
skipUnloadPrompt(false)
