// Preloaded into a server under test: throws an unexpected error when the test sends a signal.
process.on('SIGUSR2', () => {
  throw new Error('thrown by nobody we know')
})
process.on('SIGALRM', () => {
  Promise.reject(new Error('rejected by nobody we know'))
})
