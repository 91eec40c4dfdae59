import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isRepetition } from '@lintel/contract/identity/passwords'

/** Path of the list in `server/assets`, relative to the sources or to the bundle in `server/dist`. */
function listPath(): string {
  const paths = ['../assets/', '../../assets/', '../../../assets/'].map((directory) =>
    fileURLToPath(new URL(`${directory}common-passwords.txt`, import.meta.url)),
  )
  const found = paths.find(existsSync)
  if (!found) throw new Error('The list of common passwords is missing')
  return found
}

let list: ReadonlySet<string> | undefined

/** The list, read on first use. */
function commonPasswords(): ReadonlySet<string> {
  list ??= new Set(
    readFileSync(listPath(), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )
  return list
}

/**
 * Whether a password is easily guessed (security A5): on the list (ignoring case), a keyboard sequence, or a repetition of a
 * few characters.
 */
export function isCommon(typed: string): boolean {
  const password = typed.normalize('NFKC').toLowerCase()
  return (
    commonPasswords().has(password) ||
    isRepetition(typed) ||
    // Also without the digits and symbols that are often added around a word.
    (/\p{L}/u.test(password) && commonPasswords().has(password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')))
  )
}
