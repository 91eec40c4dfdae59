import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isRepetition } from '@lintel/contract/identity/passwords'

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

/**
 * Whether a password is among the first that a guesser tries (security A5): on the list in any case, a run of keys, or a
 * few characters repeated.
 */
export function isCommon(typed: string): boolean {
  const password = typed.normalize('NFKC').toLowerCase()
  return (
    commonPasswords().has(password) ||
    isRepetition(typed) ||
    // The same without what is often put around it.
    (/\p{L}/u.test(password) && commonPasswords().has(password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')))
  )
}
