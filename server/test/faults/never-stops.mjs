// Preloaded into a server under test: its listening socket never closes.
import { Server } from 'node:net'

Server.prototype.close = function close() {
  return this
}
