// npm start: installs missing packages, builds what has changed, and runs the server.
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureDependencies, repository } from './ensure-dependencies.mjs'
import { runNode, serverEnvironment, serverFlags } from './run-node.mjs'

ensureDependencies()
await build()
endWithNpm()
process.exit(
  await runNode(
    [
      ...serverFlags,
      '--import',
      new URL('end-with-parent.mjs', import.meta.url).href,
      join(repository, 'server/dist/main.js'),
    ],
    { env: { ...serverEnvironment, ...process.env } },
  ),
)

/** When npm is killed with SIGKILL it cannot forward a signal; the changed parent process shows it. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
