import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')

/** Reads whose failure a dialog does not show, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'console/users/delete-user.tsx': 'the installation was read before anybody was signed in',
  'portal/project-home/managing/edit-member.tsx': 'opens with the member as the list has read them',
  'session/step-up-dialog.tsx': 'whether there is a second factor: the password is asked for all the same',
  'console/users/project-login-methods.tsx': 'who is signed in was read before the screen',
}

const isDialog = /<(Dialog|FormDialog|ListDialog|PendingDialog|RecordDialog|Confirm)\b/
const readHook =
  /const (\{[^}]*\}|\w+) = (?:useQuery|usePages|useLiveRecords|useMembersOf|useInvitations|use(?:Login|Inherited)Methods|useMethodNames)\(/g

const dialogs = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))
  .filter(({ text }) => isDialog.test(text))
  .map(({ path, text }) => ({
    path,
    declarations: Array.from(text.matchAll(readHook), ([, declarations = '']) => declarations),
  }))
  .filter(({ declarations }) => declarations.length > 0)

/** Destructures only the data, so failures are ignored. */
const isSilent = (declarations: string) =>
  declarations.startsWith('{') && !/\b(\w*[eE]rror|loadState)\b/.test(declarations)

test('every dialog that reads something takes what it says when that fails', () => {
  expect(dialogs.length).toBeGreaterThan(15)
  const silent = dialogs.filter(({ declarations }) => declarations.some(isSilent)).map(({ path }) => path)
  expect(silent.filter((path) => !(path in exceptions))).toEqual([])
  expect(Object.keys(exceptions).filter((path) => !silent.includes(path))).toEqual([])
})
