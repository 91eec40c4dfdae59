import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')

/** Forms that neither edit nor create a record, each with its reason; a folder covers all of its files. */
const exceptions: Readonly<Record<string, string>> = {
  'api/form/draft-form.tsx': 'the form over a draft itself',
  'ui/popover.tsx': 'a panel of filters',
  'session/step-up-dialog.tsx': 'a proof of who somebody is',
  'portal/login/': 'signing in',
  'portal/federation/': 'signing in by a provider',
  'portal/second-factor/': 'a code',
  'portal/password/': 'passwords, which are never read back and so have no ground',
  'portal/registration/': 'the address of somebody who has no account yet, and so has no ground',
  'portal/user-profile/email-section.tsx': 'asks for a link to an address; nothing is stored before it is opened',
  'shell/other-sign-in.tsx': 'a code',
  'shell/change-sets/change-set-dialog.tsx': 'agrees to a plan that is shown whole',
  'console/users/select-role.tsx': 'chooses what a plan is made of, which is shown before anything is saved',
  'console/users/set-end-date.tsx': 'chooses what a plan is made of',
  'console/users/edit-users.tsx': 'chooses what a plan is made of',
  'console/users/copy-access.tsx': 'chooses what a plan is made of',
  'shell/change-sets/choose-file.tsx': 'chooses a file that a plan is made of',
  'shell/business-intelligence/business-intelligence.tsx': 'makes a token, whose text is shown once',
  'console/directory-import/confirm-import.tsx': 'confirms a plan; what is typed is stored nowhere',
  'console/directory-import/import-form.tsx': 'chooses what a plan is made of',
  'console/organizations/choose-merge.tsx': 'chooses what a plan is made of',
  'console/projects-list/export-topics.tsx': 'chooses what a file is made of',
}

/** Exceptions that are left without a confirmation, each with its reason. */
const unasked: Readonly<Record<string, string>> = {
  'session/step-up-dialog.tsx': 'a password or a code, which nobody wants kept',
  'portal/': 'the way in: secrets, codes and addresses, each step by itself',
  'shell/other-sign-in.tsx': 'a code',
  'console/directory-import/confirm-import.tsx': 'a number that is shown beside it, to be typed once more',
  'console/directory-import/import-form.tsx': 'a file and where it belongs; the file stays where it is',
}

/** Fields for typing, or for choosing from a long list. */
const hasFields = /<(TextField|TextArea|DayField|SelectField|ProjectField|ProjectRow)\b/

const isForm = /<form\b|<FormDialog\b|<DraftForm\b|\buseForm\(/
const isOverDraft = /<(FormDialog|DraftForm)\b/
/** The form has the draft itself, or a hook next to it has. */
const usesDraft = /\buse(\w*)Drafts?[<(]/

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => {
    const path = relative(web, join(web, name)).replaceAll('\\', '/')
    return { path, text: readFileSync(join(web, name), 'utf8') }
  })
const forms = sources.filter(({ text }) => isForm.test(text))
const exceptionOf = (path: string) =>
  Object.keys(exceptions).find((known) => path === known || (known.endsWith('/') && path.startsWith(known)))

test('every form of the product that edits or creates a record lies on a draft', () => {
  expect(forms.length).toBeGreaterThan(20)
  const others = forms.filter(({ path }) => exceptionOf(path) === undefined && path !== 'api/form/form-dialog.tsx')
  const without = others.filter(({ text }) => !isOverDraft.test(text) || !usesDraft.test(text) || /<form\b/.test(text))
  expect(without.map(({ path }) => path)).toEqual([])
  expect(others.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'api/form/record-dialog.tsx',
      'console/users/edit-user.tsx',
      'console/users/invite.tsx',
      'console/users/member-options.tsx',
      'portal/new-project/new-project.tsx',
      'portal/user-profile/profile-form.tsx',
    ]),
  )
})

test('each form on a page asks before typed work is left, as each dialog does', () => {
  const onPages = sources.filter(({ text }) => /<DraftForm\b/.test(text))
  expect(onPages.length).toBeGreaterThan(5)
  const without = onPages.filter(({ text }) => !/\buseLeaveGuard\(/.test(text) || !text.includes('{question}'))
  expect(without.map(({ path }) => path)).toEqual([])
})

test('each exception with fields asks before what is in them is left, but for those with a reason', () => {
  const excepted = forms.filter(({ path, text }) => exceptionOf(path) !== undefined && hasFields.test(text))
  const asked = excepted.filter(({ path }) => !Object.keys(unasked).some((known) => path.startsWith(known)))
  expect(asked.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'console/projects-list/export-topics.tsx',
      'console/users/copy-access.tsx',
      'console/users/edit-users.tsx',
      'console/users/set-end-date.tsx',
    ]),
  )
  const without = asked.filter(
    ({ path, text }) => path !== 'api/form/draft-form.tsx' && !/\buseLeaveGuard\(/.test(text),
  )
  expect(without.map(({ path }) => path)).toEqual([])
})

test('each exception is still a form, and none of them saves by a draft', () => {
  const idle = Object.keys(exceptions).filter((known) => !forms.some(({ path }) => exceptionOf(path) === known))
  expect(idle).toEqual([])
})
