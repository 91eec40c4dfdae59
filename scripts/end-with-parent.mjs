// Preloaded by `node --import`: when the parent process was killed, the process gets a SIGTERM.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
