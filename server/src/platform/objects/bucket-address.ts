import { StartRefused } from '../start-refused'

/** A bucket, its endpoint and credentials, from `OBJECT_STORE_URL`. */
export interface BucketAddress {
  /** `https://host/bucket`, or with http, and the prefix of all keys, ending in a slash. */
  base: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/**
 * Parses `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…][&tls=false]`. Throws {@link StartRefused} with a
 * message that does not contain the secret.
 */
export function readBucketAddress(input: string): BucketAddress {
  const refused = new StartRefused(
    'OBJECT_STORE_URL has to be s3://ACCESS_KEY:SECRET@HOST/BUCKET, with ?region=… and &tls=false where they are needed.',
  )
  if (!URL.canParse(input)) throw refused
  const { protocol, username, password, host, pathname, searchParams } = new URL(input)
  const path = pathname.replace(/^\/+|\/+$/g, '')
  if (protocol !== 's3:' || !username || !password || !host || !path || decoded(path) === undefined) throw refused
  const known = [...searchParams.keys()].every((key) => key === 'region' || key === 'tls')
  if (!known) throw refused
  const [accessKeyId, secretAccessKey] = [username, password].map(decoded)
  if (accessKeyId === undefined || secretAccessKey === undefined) throw refused
  return {
    base: `${searchParams.get('tls') === 'false' ? 'http' : 'https'}://${host}/${path}/`,
    accessKeyId,
    secretAccessKey,
    region: searchParams.get('region') ?? 'us-east-1',
  }
}

/** Undefined for an invalid percent-encoding. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
