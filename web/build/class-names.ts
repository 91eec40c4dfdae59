import { createHash } from 'node:crypto'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** Of 36^5: about 60 million files. */
const length = 5

const fileOf = new Map<string, string>()

/**
 * The name of a class of a CSS module in the built pages: its own name, followed by a short hash of the path of its file. Vite's default
 * appends the line as well, which differs for every class and therefore does not compress. Throws when two files have the same hash.
 */
export function scopedClassName(name: string, file: string): string {
  const relative = path.relative(root, file.replace(/\?.*$/, ''))
  const hash = BigInt(`0x${createHash('sha256').update(relative).digest('hex')}`)
    .toString(36)
    .slice(0, length)
  const other = fileOf.get(hash)
  if (other !== undefined && other !== relative)
    throw new Error(`${relative} and ${other} have the same hash: rename one`)
  fileOf.set(hash, relative)
  return `${name}_${hash}`
}
