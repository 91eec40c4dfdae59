import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { freePort } from '../server/test/free-port'
import { bundle } from './library-kilobytes'

const form = '<form><input name="username"><input name="password" type="password"><button>Sign in</button></form>'

/** Hydrates the same form and marks it as ready, as the sign-in page does. */
const script = `
  import { createElement, useEffect } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  function Form() {
    useEffect(() => { document.documentElement.dataset.ready = '' }, [])
    return createElement('form', { onSubmit: (event) => event.preventDefault() },
      createElement('input', { name: 'username' }),
      createElement('input', { name: 'password', type: 'password' }),
      createElement('button', null, 'Sign in'))
  }
  hydrateRoot(document.getElementById('root'), createElement(Form))`

/** A server-rendered form of three elements that only react-dom hydrates. */
export async function bareReactPage(): Promise<{ url: string; close(): void }> {
  const port = await freePort()
  const code = brotliCompressSync(await bundle(script))
  const html = `<!doctype html><html lang="en"><title>Bare</title><script type="module" src="/code.js"></script><body><div id="root">${form}</div>`
  const server = createServer(({ url }, response) => {
    if (url === '/code.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(code)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
