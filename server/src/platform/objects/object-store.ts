import type { Readable } from 'node:stream'

/** Bytes by their key. A key is 32 hexadecimal digits, made by {@link newObjectKey}, and never used for other bytes. */
export interface ObjectStore {
  /**
   * Keeps what the stream brings; resolves when it is there to stay. Fails with {@link ObjectStoreAway} when it cannot be kept, and
   * with the stream's own error when that ends early: then nothing is kept.
   */
  put(key: string, bytes: Readable): Promise<KeptBytes>
  /** The bytes, or those from `start` to `end` (inclusive). Fails with {@link ObjectStoreAway}, also when they are not there. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Removes the bytes; nothing happens when they are not there. */
  remove(key: string): Promise<void>
  /** Everything that is kept, with the time it came. */
  list(): AsyncIterable<StoredObject>
  /** Removes what was interrupted on its way into the store before an instant (milliseconds since 1970). */
  removeInterrupted(before: number): Promise<void>
}

/** What was kept: its length in bytes and its SHA-256 in hexadecimal digits. */
export interface KeptBytes {
  size: number
  sha256: string
}

/** Offsets of the first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

/** What is kept under a key. */
export interface StoredObject {
  key: string
  /** Milliseconds since 1970. */
  storedAt: number
}

/** The store cannot be reached, is full, or has lost what it kept. */
export class ObjectStoreAway extends Error {
  override readonly name = 'ObjectStoreAway'
}

/** A key for new bytes; random, so that it tells nothing and cannot be guessed. */
export const newObjectKey = (): string => crypto.randomUUID().replaceAll('-', '')

/** A key as {@link newObjectKey} makes them: nothing that could be a path. */
export const isObjectKey = (key: string): boolean => /^[0-9a-f]{32}$/.test(key)

/** A failure of the store, with its cause for the log. */
export const away = (error: unknown): ObjectStoreAway =>
  error instanceof ObjectStoreAway
    ? error
    : new ObjectStoreAway('The object store does not answer as it should', { cause: error })
