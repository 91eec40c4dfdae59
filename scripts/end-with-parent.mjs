// Preloaded by `node --import`: a process whose launcher was killed ends as if it had been asked to.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
