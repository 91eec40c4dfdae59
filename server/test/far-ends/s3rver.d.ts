declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  /** The part of s3rver 3.7.1 that tests use; the package has no types. */
  export default class S3rver {
    constructor(options: {
      directory: string
      silent?: boolean
      configureBuckets?: { name: string; configs: string[] }[]
    })
    readonly store: {
      listObjects(bucket: string, options: { maxKeys: number }): Promise<{ objects: { key: string }[] }>
    }
    configureBuckets(): Promise<void>
    callback(): RequestListener
  }
}
