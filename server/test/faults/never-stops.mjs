// Preloaded into a server under test: when the test sends SIGTERM, its listening socket does not close.
import { Server } from 'node:net'

process.on('SIGTERM', () => {
  Server.prototype.close = function close() {
    return this
  }
})
