import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { BucketAddress } from './bucket-address'
import { away, isObjectKey, type ObjectStore, ObjectStoreAway, type StoredObject } from './object-store'
import { removeSpooled, type Spooled, spool } from './spool'

/** How long the bucket may say nothing, in milliseconds. */
const patienceMs = 30_000

/** The digest of nothing. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface Asking {
  method: 'GET' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  file?: Spooled
}

/**
 * A bucket of any S3-compatible server, addressed by path (`https://host/bucket/prefix/key`). What comes is spooled below `directory`
 * first: its length and digest are signed.
 */
export function s3Store({ base, ...credentials }: BucketAddress, directory: string): ObjectStore {
  /** Asks the bucket and gives the answer's body; statuses beside `good` are {@link ObjectStoreAway}. */
  async function ask(url: string, { method, headers = {}, file }: Asking, good: readonly number[]): Promise<Readable> {
    // Loaded with the first call: most installations keep their files in a folder.
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
        headersTimeout: patienceMs,
        bodyTimeout: patienceMs,
      })
      if (good.includes(answer.statusCode)) return answer.body
      await answer.body.dump()
      throw new ObjectStoreAway(`The bucket answered ${answer.statusCode}`)
    } catch (error) {
      throw away(error)
    }
  }

  async function* everyKey(): AsyncGenerator<StoredObject> {
    const { origin, pathname } = new URL(base)
    const [, bucket = '', ...prefix] = pathname.split('/')
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: prefix.join('/') })
      if (token !== undefined) query.set('continuation-token', token)
      const page = await textOf(await ask(`${origin}/${bucket}?${query}`, { method: 'GET' }, [200]))
      for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const key = element(entry, 'Key')?.split('/').at(-1) ?? ''
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
        await drained(await ask(`${base}${key}`, { method: 'PUT', file }, [200]))
        return { size: file.size, sha256: file.sha256 }
      } finally {
        await rm(file.file, { force: true })
      }
    },
    get: (key, range) =>
      ask(
        `${base}${key}`,
        { method: 'GET', headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} },
        range ? [206] : [200],
      ),
    async remove(key) {
      await drained(await ask(`${base}${key}`, { method: 'DELETE' }, [200, 204, 404]))
    },
    list: everyKey,
    removeInterrupted: (before) => removeSpooled(directory, before),
  }
}

async function textOf(body: Readable): Promise<string> {
  try {
    return Buffer.concat(await body.toArray()).toString('utf8')
  } catch (error) {
    throw away(error)
  }
}

const drained = async (body: Readable): Promise<void> => void (await textOf(body))

/** The text of the first element of this name; a bucket's listing is flat XML without attributes on these. */
const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
