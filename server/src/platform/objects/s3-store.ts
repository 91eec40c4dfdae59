import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { BucketAddress } from './bucket-address'
import {
  isObjectKey,
  ObjectMissing,
  type ObjectStore,
  ObjectStoreAway,
  type StoredObject,
  storeError,
} from './object-store'
import { removeSpooled, type Spooled, spool } from './spool'

/** Timeout of a response of the bucket, in milliseconds. */
const timeoutMs = 30_000

/** SHA-256 of an empty body. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  file?: Spooled
}

/**
 * A bucket of an S3-compatible server with path-style addresses (`https://host/bucket/prefix/key`). Uploads are spooled
 * below `directory` first, because their length and digest are signed.
 */
export function s3Store({ base, ...credentials }: BucketAddress, directory: string): ObjectStore {
  /** Sends a request and returns the response body; statuses other than `good` are {@link ObjectStoreAway}. */
  async function send(
    url: string,
    { method, headers = {}, file }: BucketRequest,
    good: readonly number[],
  ): Promise<Readable> {
    // Loaded lazily: most installations store files in a folder.
    const [{ AwsV4Signer }, { request }] = await Promise.all([import('aws4fetch'), import('undici')])
    try {
      const signer = new AwsV4Signer({
        ...credentials,
        service: 's3',
        method,
        url,
        headers: { ...headers, 'x-amz-content-sha256': file?.sha256 ?? emptySha256 },
      })
      const signed = await signer.sign()
      const answer = await request(signed.url, {
        method,
        headers: { ...Object.fromEntries(signed.headers), ...(file && { 'content-length': `${file.size}` }) },
        body: file ? createReadStream(file.file) : null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      if (good.includes(answer.statusCode)) return answer.body
      await answer.body.dump()
      const Failure = answer.statusCode === 404 ? ObjectMissing : ObjectStoreAway
      throw new Failure(`The bucket answered ${answer.statusCode}`)
    } catch (error) {
      throw storeError(error)
    }
  }

  async function* everyKey(): AsyncGenerator<StoredObject> {
    const { origin, pathname } = new URL(base)
    const [, bucket = '', ...folders] = pathname.split('/')
    const prefix = decodeURIComponent(folders.join('/'))
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      if (token !== undefined) query.set('continuation-token', token)
      const page = await textOf(await send(`${origin}/${bucket}?${query}`, { method: 'GET' }, [200]))
      for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const key = element(entry, 'Key')?.slice(prefix.length) ?? ''
        const storedAt = Date.parse(element(entry, 'LastModified') ?? '')
        if (isObjectKey(key) && !Number.isNaN(storedAt)) yield { key, storedAt }
      }
      token = element(page, 'NextContinuationToken')
    } while (token !== undefined)
  }

  return {
    async put(key, bytes) {
      const file = await spool(directory, key, bytes)
      try {
        await drain(await send(`${base}${key}`, { method: 'PUT', file }, [200]))
        return { size: file.size, sha256: file.sha256 }
      } finally {
        await rm(file.file, { force: true })
      }
    },
    get: (key, range) =>
      send(
        `${base}${key}`,
        { method: 'GET', headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} },
        range ? [206] : [200],
      ),
    async assertStored(key) {
      await drain(await send(`${base}${key}`, { method: 'HEAD' }, [200]))
    },
    async remove(key) {
      await drain(await send(`${base}${key}`, { method: 'DELETE' }, [200, 204, 404]))
    },
    list: everyKey,
    removeInterrupted: (before) => removeSpooled(directory, before),
  }
}

async function textOf(body: Readable): Promise<string> {
  try {
    return Buffer.concat(await body.toArray()).toString('utf8')
  } catch (error) {
    throw storeError(error)
  }
}

const drain = async (body: Readable): Promise<void> => void (await textOf(body))

/** The text of the first element of this name; listings are flat XML without attributes on these elements. */
const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
