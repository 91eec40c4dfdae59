import { customers } from '@lintel/contract/customers/customers'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { DayField } from '../../api/form/day-field'
import { FormDialog } from '../../api/form/form-dialog'
import { createQueryClient } from '../../api/query-client'
import { all, keyOf, one } from '../../api/resource'
import { LabelledSelect } from '../../ui/labelled-select'
import { MemberOptions } from './member-options'

/** Opens the dialog of a member; each save is answered when the test says so. */
async function openedOptions() {
  const queries = createQueryClient()
  queries.setQueryData(one(customers, 'nord').queryKey, { record: { timeZone: 'UTC' } } as never)
  queries.setQueryData(one(securityPolicies, 'nord').queryKey, { record: { loginMethods: [] } } as never)
  queries.setQueryData(all(ssoProviders).queryKey, { records: [], included: [] })
  queries.setQueryData(one(projects, 'harbour').queryKey, { record: { providers: [] }, included: [] } as never)
  const member = { version: 1, user: 'mei@nord.example', privilegeLevel: 10, providers: ['partner'], accessUntil: null }
  const cells: object[] = []
  let answer = () => {}
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const headers = { 'content-type': jsonApiMediaType }
    if (address.startsWith(projectMembers.path)) {
      const data = { type: projectMembers.type, id: 'm', attributes: { ...member } }
      return Response.json({ data: member.privilegeLevel === privilegeLevel.inactive ? [] : [data] }, { headers })
    }
    if (!address.startsWith(changeSets.path) || body === undefined) return neverResponds(address)
    const [cell] = JSON.parse(body as string).data.attributes.input.cells
    cells.push(cell)
    await new Promise<void>((resolve) => (answer = resolve))
    Object.assign(member, { privilegeLevel: cell.level ?? member.privilegeLevel, version: member.version + 1 })
    const attributes = { state: 'applied', summary: { change: 1 }, rows: [] }
    return Response.json({ data: { type: changeSets.type, id: 'set', attributes } }, { headers })
  })
  const [onSaved, onClose] = [vi.fn(), vi.fn()]
  const { current, change, saved } = await renderForm(
    () =>
      MemberOptions({
        ...{ customer: 'nord', user: { email: member.user, name: 'Mei' }, isGuest: false, source: undefined },
        ...{ project: { id: 'harbour', name: 'Harbour' }, actor: 'kari@nord.example', onSaved, onClose },
      }),
    queries,
  )
  const dialog = () => propsOf(FormDialog, current())
  await vi.waitFor(() => change(() => expect(dialog().pending).toBeUndefined()))
  return {
    ...{ cells, dialog, onSaved, onClose },
    level: () => propsOf(LabelledSelect, current()).value,
    /** Somebody else ends the membership and gives another one of the same version. */
    async replace(level: PrivilegeLevel) {
      Object.assign(member, { privilegeLevel: level })
      await change(() => queries.invalidateQueries({ queryKey: keyOf(projectMembers) }))
      await vi.waitFor(() => change(() => expect(dialog().conflicts).toHaveLength(1)))
    },
    choose: (level: PrivilegeLevel) => change((now) => propsOf(LabelledSelect, now).onChange(String(level))),
    chooseDay: (day: string) => change((now) => propsOf(DayField, now).onChange(day)),
    /** Saves; `meanwhile` is done before the answer. */
    async save(meanwhile = async () => {}) {
      await change(() => dialog().onSubmit({} as never))
      await meanwhile()
      answer()
      await saved()
    },
  }
}

test('a day that is chosen while a role is saved keeps the dialog open, and is saved next', async () => {
  const { cells, dialog, level, choose, chooseDay, save, onSaved, onClose } = await openedOptions()
  await choose(privilegeLevel.admin)
  await save(() => chooseDay('2099-01-31'))
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog()).toMatchObject({ isDirty: true, conflicts: [], pending: undefined })
  expect(level()).toBe(String(privilegeLevel.admin))
  await save()
  expect(cells).toMatchObject([
    { level: 20, expectedVersion: 1, expected: { privilegeLevel: 10, accessUntil: null, providers: ['partner'] } },
    { accessUntil: '2099-01-31', expectedVersion: 2, expected: { privilegeLevel: 20 } },
  ])
  expect(onSaved).toHaveBeenCalledTimes(2)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a role that is chosen while the membership is removed is saved next, as one that nobody else has removed', async () => {
  const { cells, dialog, choose, save, onClose } = await openedOptions()
  await choose(privilegeLevel.inactive)
  await save(() => choose(privilegeLevel.admin))
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog()).toMatchObject({ isDirty: true, conflicts: [], deletedNotice: false })
  await save()
  expect(cells.at(-1)).toMatchObject({ level: privilegeLevel.admin, expectedVersion: 0 })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a role of another membership of the same version is not replaced before somebody has decided so', async () => {
  const { cells, dialog, choose, replace, save, onSaved } = await openedOptions()
  await choose(privilegeLevel.admin)
  await replace(privilegeLevel.guest)
  await save()
  expect(dialog().save.isOutdated).toBe(true)
  expect(cells).toEqual([])
  expect(onSaved).not.toHaveBeenCalled()
})
