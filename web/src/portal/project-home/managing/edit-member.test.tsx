import { projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../../test/render-form'
import { neverResponds } from '../../../../test/render-hook'
import { FormDialog } from '../../../api/form/form-dialog'
import { keyOf } from '../../../api/resource'
import { LabelledSelect } from '../../../ui/labelled-select'

const mei = 'mei@nord.example'
const terms = { privilegeLevel: 10, accessUntil: '2999-01-31T22:59:59Z', providers: ['partner'] }
const member = { id: 'p.m', user: mei, email: mei, name: 'Mei', version: 3, expirationDate: null, ...terms }

const emptyList = { data: [], links: {}, meta: { page: { total: 0 } } }

/** Opens the form of a member for the owner of the project. */
async function openForm(opened: object) {
  // The settings module listens to the document as soon as it is imported.
  vi.stubGlobal('document', new EventTarget())
  const { EditMember } = await import('./edit-member')
  vi.unstubAllGlobals()
  const [onSaved, onClose] = [vi.fn(), vi.fn()]
  const project = { id: 'p', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const roles = { isStaff: false, administersCustomer: false, level: privilegeLevel.owner }
  const props = { project, roles, member: opened as never, onSaved, onClose }
  return { open: () => renderForm(() => EditMember(props) as ReactElement), onSaved, onClose }
}

/**
 * Opens the form of a member whom somebody else has removed meanwhile; `conflict` is what the server has against adding them again. With
 * `lost`, so many answers do not arrive, and somebody else adds them first.
 */
async function openRemoved(conflict: string | null, lost = 0) {
  const { open, onSaved, onClose } = await openForm(member)
  const planned: { kind: string; input: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    const isAdded = lost > 0 && planned.length >= lost
    const data = isAdded ? [{ type: 'project-members', id: 'p.m', attributes: { ...member, version: 5 } }] : []
    if (address.includes('project-members')) return Response.json({ ...emptyList, data })
    if (!address.includes('change-sets') || body === undefined) return neverResponds(address)
    planned.push(JSON.parse(body).data.attributes)
    if (planned.length <= lost) throw new TypeError('Failed to fetch')
    const rows = [{ outcome: conflict ? 'conflict' : 'change', conflict, object: { user: mei } }]
    const attributes = { state: conflict ? 'planned' : 'applied', summary: { change: conflict ? 0 : 1 }, rows }
    return Response.json({ data: { type: 'change-sets', id: 's', attributes } }, { status: 201 })
  })
  const form = await open()
  await vi.waitFor(() => form.change((rendered) => expect(propsOf(FormDialog, rendered).deletedNotice).toBeTruthy()))
  return { form, planned, onSaved, onClose }
}

/** The same, and adds them again. */
async function addRemoved(conflict: string | null) {
  const opened = await openRemoved(conflict)
  await opened.form.change((rendered) => propsOf(FormDialog, rendered).onSubmit({} as never))
  await opened.form.saved()
  return opened
}

/** Opens the form of somebody with this level and this kind of account, which is read when `readAccount` is called. */
async function openLevel(level: PrivilegeLevel, isGuestAccount: boolean) {
  const attributes = { ...member, privilegeLevel: level, guest: level === privilegeLevel.guest }
  const { open } = await openForm(attributes)
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('project-members')) return neverResponds(address)
    await isAsked
    const user = { data: { type: 'users', id: mei } }
    const data = [{ type: 'project-members', id: 'p.m', attributes, relationships: { user } }]
    const isIncluded = new URL(address, 'https://lintel.example').searchParams.get('include') === 'user'
    const included = isIncluded ? [{ type: 'users', id: mei, attributes: { guest: isGuestAccount } }] : []
    return Response.json({ ...emptyList, data, included })
  })
  const form = await open()
  async function readAccount() {
    answer()
    await vi.waitFor(() =>
      form.change(() => expect(form.queries.isFetching({ queryKey: keyOf(projectMembers) })).toBe(0)),
    )
  }
  return { form, readAccount }
}

const offered = (rendered: ReactElement) => propsOf(LabelledSelect, rendered).options.map(({ value }) => Number(value))

test('a member whom somebody else has removed is invited again with the access that the form shows', async () => {
  const { planned, onSaved, onClose } = await addRemoved(null)
  expect(planned).toMatchObject([{ kind: 'invitations', input: { project: 'p', emails: [mei], level: 10 } }])
  expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ state: 'applied' }), 10)
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['Mei', 'Mei'],
  ['M', mei],
  ['', mei],
])('a member with the name “%s” is called %s', async (name, called) => {
  const { open } = await openForm({ ...member, name })
  vi.stubGlobal('fetch', neverResponds)
  expect(propsOf(FormDialog, (await open()).current()).title).toBe(`Access of ${called}`)
})

test('somebody who is a member again by then is told as changed by others', async () => {
  const { form, onSaved, onClose } = await addRemoved('alreadyMember')
  expect(propsOf(FormDialog, form.current()).save.isOutdated).toBe(true)
  expect(onSaved).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

test('somebody who is a member again after a lost answer is told as changed by others', async () => {
  const { form, planned, onSaved } = await openRemoved('alreadyMember', 2)
  const dialog = () => propsOf(FormDialog, form.current())
  const add = () => form.change(() => dialog().onSubmit({} as never))
  await add()
  await form.saved()
  await vi.waitFor(() => form.change(() => expect(dialog().deletedNotice).toBe(false)))
  await add()
  await form.saved()
  expect(planned).toHaveLength(3)
  expect(dialog().save.isOutdated).toBe(true)
  expect(onSaved).not.toHaveBeenCalled()
})

test('somebody who was removed is offered every role, as an invitation has them', async () => {
  const { form } = await openRemoved(null)
  expect(offered(form.current())).toEqual([5, 10, 15, 20])
})

test('a guest account is offered no role that is refused', async () => {
  const { form, readAccount } = await openLevel(privilegeLevel.guest, true)
  await readAccount()
  expect(offered(form.current())).toEqual([5])
})

test('a guest with an account of their own is offered every role as soon as that is known', async () => {
  const { form, readAccount } = await openLevel(privilegeLevel.guest, false)
  expect(offered(form.current())).toEqual([5])
  await readAccount()
  expect(offered(form.current())).toEqual([5, 10, 15, 20])
})

test('a member is offered every role that the editing person may give', async () => {
  const { form, readAccount } = await openLevel(privilegeLevel.member, false)
  expect(offered(form.current())).toEqual([5, 10, 15, 20])
  await readAccount()
  expect(offered(form.current())).toEqual([5, 10, 15, 20])
})

/** Opens the form of a member at a server that does what it is asked once for each key; its first answers are lost. */
async function openAtLosingServer(lost: number) {
  const { open, onSaved, onClose } = await openForm(member)
  let stored: typeof member | undefined = member
  const keys: string[] = []
  const cells: object[] = []
  let answered = Promise.resolve()
  vi.stubGlobal('fetch', async (address: string, { body, headers }: RequestInit = {}) => {
    if (address.includes('project-members')) {
      const data = stored ? [{ type: 'project-members', id: 'p.m', attributes: stored }] : []
      return Response.json({ ...emptyList, data })
    }
    if (!address.includes('change-sets') || body === undefined) return neverResponds(address)
    const key = new Headers(headers).get('idempotency-key') ?? ''
    const [cell] = JSON.parse(String(body)).data.attributes.input.cells
    const { level } = cell
    cells.push(cell)
    if (!keys.includes(key)) stored = level ? { ...member, version: 4, privilegeLevel: level } : undefined
    keys.push(key)
    if (keys.length <= lost) throw new TypeError('Failed to fetch')
    await answered
    const rows = [{ outcome: 'change', conflict: null, object: { user: mei } }]
    const data = { type: 'change-sets', id: key, attributes: { state: 'applied', summary: { change: 1 }, rows } }
    return Response.json({ data }, { status: 201 })
  })
  const form = await open()
  const dialog = () => propsOf(FormDialog, form.current())
  /** Presses a button; `meanwhile` is done before the answer. */
  async function press(button: 'save' | 'remove', meanwhile = async () => {}) {
    let answer = () => {}
    answered = new Promise((resolve) => (answer = resolve))
    if (button === 'save') await form.change(() => dialog().onSubmit({} as never))
    else await form.change(() => (dialog().aside as ReactElement<{ onClick(): void }>).props.onClick())
    await meanwhile()
    answer()
    await form.saved()
  }
  /** Resolves when the form shows that the person is no member, or is one again. */
  const shown = (action: 'Add again' | 'Save') =>
    vi.waitFor(() => form.change(() => expect(dialog().action).toMatchObject({ props: { message: action } })))
  /** Somebody else adds the person again. */
  async function addAgain(more: Partial<typeof member> = {}) {
    stored = { ...member, version: 5, ...more }
    await form.change(() => form.queries.invalidateQueries({ queryKey: keyOf(projectMembers) }))
    await shown('Save')
  }
  return { form, dialog, press, shown, addAgain, keys, cells, onSaved, onClose, isMember: () => stored !== undefined }
}

test('a removal whose answer is lost is sent once more by the same key, and announced', async () => {
  const { press, keys, onSaved, onClose } = await openAtLosingServer(1)
  await press('remove')
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: keys[0] }), privilegeLevel.inactive)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a removal of one’s own without any answer is not reported as somebody else’s, and can be finished', async () => {
  const { dialog, press, shown, keys, onSaved, onClose } = await openAtLosingServer(2)
  await press('remove')
  await shown('Add again')
  expect(dialog().deletedNotice).toBe(false)
  expect(onSaved).not.toHaveBeenCalled()
  await press('remove')
  expect(new Set(keys).size).toBe(1)
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: keys[0] }), privilegeLevel.inactive)
  expect(onClose).toHaveBeenCalledOnce()
})

test('whoever is a member again after a removal without any answer is removed anew', async () => {
  const { press, shown, addAgain, keys, isMember, onSaved } = await openAtLosingServer(2)
  await press('remove')
  await shown('Add again')
  await addAgain()
  await press('remove')
  expect(isMember()).toBe(false)
  expect(new Set(keys).size).toBe(2)
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: keys.at(-1) }), privilegeLevel.inactive)
})

test('a new role whose answers were lost is announced, with what undoes it, when it is saved once more', async () => {
  const { form, dialog, press, keys, onSaved, onClose } = await openAtLosingServer(2)
  await form.change((rendered) => propsOf(LabelledSelect, rendered).onChange(String(privilegeLevel.admin)))
  await press('save')
  await vi.waitFor(() => form.change(() => expect(dialog().isDirty).toBe(false)))
  expect(onSaved).not.toHaveBeenCalled()
  await press('save')
  expect(new Set(keys).size).toBe(1)
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: keys[0] }), privilegeLevel.admin)
  expect(onClose).toHaveBeenCalledOnce()
})

test('what is chosen while a role is saved keeps the dialog open, and is saved next', async () => {
  const { form, dialog, press, onSaved, onClose } = await openAtLosingServer(0)
  const choose = (level: PrivilegeLevel) =>
    form.change((rendered) => propsOf(LabelledSelect, rendered).onChange(String(level)))
  await choose(privilegeLevel.admin)
  await press('save', () => choose(privilegeLevel.guest))
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog()).toMatchObject({ isDirty: true, conflicts: [] })
  expect(propsOf(LabelledSelect, form.current()).value).toBe(String(privilegeLevel.guest))
  await press('save')
  expect(onSaved.mock.calls.map(([, level]) => level)).toEqual([privilegeLevel.admin, privilegeLevel.guest])
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['save', privilegeLevel.admin],
  ['remove', privilegeLevel.inactive],
] as const)(
  'what the button “%s” sends names the membership that the form shows, its version and its terms',
  async (button, level) => {
    const { form, press, cells } = await openAtLosingServer(0)
    if (button === 'save')
      await form.change((rendered) => propsOf(LabelledSelect, rendered).onChange(String(privilegeLevel.admin)))
    await press(button)
    expect(cells).toEqual([{ user: mei, project: 'p', level, expectedVersion: 3, expected: terms }])
  },
)

test('a role of another membership of the same version is not replaced before somebody has decided so', async () => {
  const { form, dialog, press, addAgain, cells, onSaved } = await openAtLosingServer(0)
  await form.change((rendered) => propsOf(LabelledSelect, rendered).onChange(String(privilegeLevel.admin)))
  await addAgain({ version: 3, privilegeLevel: privilegeLevel.guest })
  await vi.waitFor(() => form.change(() => expect(dialog().conflicts).toHaveLength(1)))
  await press('save')
  expect(dialog().save.isOutdated).toBe(true)
  expect(cells).toEqual([])
  expect(onSaved).not.toHaveBeenCalled()
  await form.change(() => dialog().conflicts?.[0]?.onMine())
  await press('save')
  expect(cells).toMatchObject([{ level: 20, expectedVersion: 3, expected: { ...terms, privilegeLevel: 5 } }])
  expect(onSaved).toHaveBeenCalledOnce()
})
