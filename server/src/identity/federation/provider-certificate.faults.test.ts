import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const inTests = (path: string) => fileURLToPath(new URL(`../../../test/far-ends/${path}`, import.meta.url))

/** Serves the discovery document of a provider by https with this certificate; returns its address. */
async function provider(pem: string): Promise<string> {
  const certificate = readFileSync(inTests(`certificates/${pem}`))
  const server = createServer({ key: certificate, cert: certificate }, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The response of each address to a process that trusts the issuer of this certificate. */
async function askedTrusting(pem: string, ...addresses: string[]): Promise<string[]> {
  const program = ['--import', import.meta.resolve('tsx'), inTests('fetch-safely.ts'), ...addresses]
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: inTests(`certificates/${pem}`) }
  const { stdout } = await promisify(execFile)(process.execPath, program, { env })
  return stdout.trim().split('\n')
}

test('E7: a provider whose certificate has expired is not asked, though its issuer is trusted', async () => {
  const [good, expired] = [await provider('good.pem'), await provider('expired.pem')]
  expect(await askedTrusting('good.pem', good)).toEqual(['200'])
  expect(await askedTrusting('expired.pem', expired)).toEqual([`${expired}: certificate has expired`])
  const [untrusted] = await askedTrusting('expired.pem', good)
  expect(untrusted).toMatch(/self-signed certificate/)
})
