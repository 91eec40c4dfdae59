import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { FormDialog } from '../../../api/form/form-dialog'
import { propsOf, renderForm } from '../../../api/form/render-form'
import { neverResponds } from '../../../api/render-hook'

const mei = 'mei@nord.example'
const member = { id: 'p.m', user: mei, email: mei, name: 'Mei', version: 3, privilegeLevel: 10, accessUntil: null }

/** Opens the form of a member whom somebody else has removed meanwhile; `conflict` is what the server has against adding them again. */
async function openRemoved(conflict: string | null) {
  // The settings module listens to the document as soon as it is imported.
  vi.stubGlobal('document', new EventTarget())
  const { EditMember } = await import('./edit-member')
  vi.unstubAllGlobals()
  const planned: { kind: string; input: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    if (address.includes('project-members')) return Response.json({ data: [], links: {}, meta: { page: { total: 0 } } })
    if (!address.includes('change-sets') || body === undefined) return neverResponds(address)
    planned.push(JSON.parse(body).data.attributes)
    const rows = [{ outcome: conflict ? 'conflict' : 'change', conflict, object: { user: mei } }]
    const attributes = { state: conflict ? 'planned' : 'applied', summary: { change: conflict ? 0 : 1 }, rows }
    return Response.json({ data: { type: 'change-sets', id: 's', attributes } }, { status: 201 })
  })
  const [onSaved, onClose] = [vi.fn(), vi.fn()]
  const project = { id: 'p', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const roles = { isStaff: false, administersCustomer: false, level: privilegeLevel.owner }
  const props = { project, roles, member: member as never, onSaved, onClose }
  const form = await renderForm(() => EditMember(props) as ReactElement)
  await vi.waitFor(() => form.change((rendered) => expect(propsOf(FormDialog, rendered).deletedNotice).toBeTruthy()))
  await form.change((rendered) => propsOf(FormDialog, rendered).onSubmit({} as never))
  await form.saved()
  return { form, planned, onSaved, onClose }
}

test('a member whom somebody else has removed is invited again with the access that the form shows', async () => {
  const { planned, onSaved, onClose } = await openRemoved(null)
  expect(planned).toMatchObject([{ kind: 'invitations', input: { project: 'p', emails: [mei], level: 10 } }])
  expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ state: 'applied' }), 10)
  expect(onClose).toHaveBeenCalledOnce()
})

test('somebody who is a member again by then is told as changed by others', async () => {
  const { form, onSaved, onClose } = await openRemoved('alreadyMember')
  expect(propsOf(FormDialog, form.current()).save.isOutdated).toBe(true)
  expect(onSaved).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})
