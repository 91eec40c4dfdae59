import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignatureV4 } from '@smithy/signature-v4'
import S3rver from 's3rver'
import { onCleanup } from '../on-cleanup'

/** A real S3-compatible server for tests, with one bucket; `behaviour` may be changed at any time. */
export interface Bucket {
  /** The value for `OBJECT_STORE_URL`. */
  url: string
  /** Works, refuses writes because it is full, or closes the connection. */
  behaviour: 'keeps' | 'is full' | 'hangs up'
  /** Number of requests with an invalid signature, by an independent implementation. */
  refused: number
  /** The methods of the requests, in their order. */
  methods: string[]
  /** The keys of the stored objects. */
  keys(): Promise<string[]>
}

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const region = 'eu-north-1'

/**
 * Starts a server on loopback, stopped with the test file. It stores objects in a folder and verifies each signature.
 */
export async function startBucket(): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bucket-'))
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'files', configs: [] }] })
  await store.configureBuckets()
  const answer = store.callback()
  const state = { url: '', behaviour: 'keeps' as Bucket['behaviour'], refused: 0, methods: [] as string[] }
  const server = createServer(async (request, response) => {
    state.methods.push(request.method ?? '')
    if (!(await isSigned(request))) {
      state.refused++
      request.resume()
      return response.writeHead(403).end()
    }
    if (state.behaviour === 'is full' && request.method === 'PUT') {
      request.resume()
      return response.writeHead(507).end()
    }
    if (state.behaviour === 'hangs up') return request.socket.destroy()
    return answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onCleanup(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(directory, { recursive: true, force: true })
  })
  return Object.assign(state, {
    url: `s3://${credentials.accessKeyId}:${credentials.secretAccessKey}@127.0.0.1:${port}/files/lintel?region=${region}&tls=false`,
    keys: async () => (await store.store.listObjects('files', { maxKeys: 1_000 })).objects.map(({ key }) => key),
  })
}

class Sha256 {
  readonly #hash
  constructor(secret?: string | Uint8Array | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', Buffer.from(secret as Uint8Array))
  }
  update(data: string | Uint8Array) {
    this.#hash.update(data)
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {}
}

/** Verifies a request by signing it again with another vendor's implementation. */
async function isSigned({ method = '', url = '', headers }: IncomingMessage): Promise<boolean> {
  const authorizationHeader = headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(authorizationHeader)?.[1]?.split(';') ?? []
  const { pathname, searchParams, hostname, port } = new URL(url, `http://${headers.host}`)
  const stamp = String(headers['x-amz-date']).replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z')
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false })
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname,
      port: Number(port),
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    },
    { signingDate: new Date(stamp) },
  )
  const signatureOf = (authorization: string) => /Signature=([0-9a-f]{64})$/.exec(authorization)?.[1]
  const expected = signatureOf(signed.headers.authorization ?? '')
  return expected !== undefined && expected === signatureOf(authorizationHeader)
}
