// npm run dev: restarts the server and reloads the page whenever a file is saved.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureDependencies, repository } from './ensure-dependencies.mjs'

ensureDependencies()
const port = process.env.PORT || '8080'
const gateway = await freePort()
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`

const children = [
  // The server listens on a separate port; the browser opens Vite's port, which proxies API calls.
  start('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/src/main.ts'], repository, {
    PORT: String(gateway),
    PUBLIC_URL: publicUrl,
  }),
  start('vite/bin/vite.js', ['--port', port, '--strictPort'], join(repository, 'web'), {
    VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
    LINTEL_GATEWAY: `http://127.0.0.1:${gateway}`,
  }),
]

function start(program, args, cwd, environment) {
  return spawn(process.execPath, [join(repository, 'node_modules', program), ...args], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
    // In its own process group, so that a Ctrl+C in the terminal does not signal it a second time and cut its shutdown
    // short.
    detached: process.platform !== 'win32',
  })
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

let ending = false
function end() {
  if (ending) return
  ending = true
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
// When one process exits, stop the other too.
const ends = children.map((child) => once(child, 'exit'))
await Promise.race(ends)
end()
await Promise.all(ends)
