import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `server/assets`, seen from the sources as well as from the bundle in `server/dist`. */
function listPath(): string {
  const paths = ['../assets/', '../../assets/', '../../../assets/'].map((directory) =>
    fileURLToPath(new URL(`${directory}common-passwords.txt`, import.meta.url)),
  )
  const found = paths.find(existsSync)
  if (!found) throw new Error('The list of common passwords is missing')
  return found
}

let list: ReadonlySet<string> | undefined

/** The list, read when it is first needed. */
function commonPasswords(): ReadonlySet<string> {
  list ??= new Set(
    readFileSync(listPath(), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )
  return list
}

/** How many passwords the list holds that are at least this long. */
export const countCommon = (minimumLength: number): number =>
  [...commonPasswords()].filter(({ length }) => length >= minimumLength).length

/** Rows of keys and orders that people type along; both ways, and round and round. */
const runs = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm']
const roundAndRound = runs.flatMap((run) => [run, [...run].reverse().join('')]).map((run) => run.repeat(8))

/**
 * Whether a password is among the first that a guesser tries (security A5): on the list in any case, a run of keys, or a
 * few characters repeated.
 */
export function isCommon(typed: string): boolean {
  const password = typed.normalize('NFKC').toLowerCase()
  return (
    commonPasswords().has(password) ||
    roundAndRound.some((run) => run.includes(password)) ||
    /^(.{1,8}?)\1+$/su.test(password) ||
    // The same without what is often put around it.
    (/\p{L}/u.test(password) && commonPasswords().has(password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')))
  )
}
