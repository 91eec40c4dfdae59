// Preloaded into a server under test: what nobody foresaw happens when the test says so.
process.on('SIGUSR2', () => {
  throw new Error('thrown by nobody we know')
})
process.on('SIGHUP', () => {
  Promise.reject(new Error('rejected by nobody we know'))
})
