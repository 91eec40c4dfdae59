import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')

/** Readings of which a dialog says nothing when they fail, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'console/users/delete-user.tsx': 'the installation was read before anybody was signed in',
  'portal/project-home/managing/edit-member.tsx': 'opens with the member as the list has read them',
  'session/step-up-dialog.tsx': 'whether there is a second factor: the password is asked for all the same',
  'console/users/project-login-methods.tsx': 'who is signed in was read before the screen',
}

const isDialog = /<(Dialog|FormDialog|ListDialog|ReadingDialog|RecordDialog|Confirm)\b/
const reading =
  /const (\{[^}]*\}|\w+) = (?:useQuery|usePages|useLiveRecords|useMembersOf|useInvitations|useLoginMethods|useMethodNames)\(/g

const dialogs = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))
  .filter(({ text }) => isDialog.test(text))
  .map(({ path, text }) => ({ path, taken: Array.from(text.matchAll(reading), ([, taken = '']) => taken) }))
  .filter(({ taken }) => taken.length > 0)

/** Takes only what was read, and so says nothing when it was not. */
const isSilent = (taken: string) => taken.startsWith('{') && !/\b(\w*[eE]rror|reading)\b/.test(taken)

test('every dialog that reads something takes what it says when that fails', () => {
  expect(dialogs.length).toBeGreaterThan(15)
  const silent = dialogs.filter(({ taken }) => taken.some(isSilent)).map(({ path }) => path)
  expect(silent.filter((path) => !(path in exceptions))).toEqual([])
  expect(Object.keys(exceptions).filter((path) => !silent.includes(path))).toEqual([])
})
