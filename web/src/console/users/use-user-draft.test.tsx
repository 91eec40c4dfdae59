import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { keyOf } from '../../api/resource'
import { useUserDraft } from './use-user-draft'

const mei = 'mei@nord.example'

/** Opens the form of a person with a profile and a membership; each save is answered when the test says so. */
async function openedForm() {
  const profile = { version: 1, user: mei, firstName: 'Mei', lastName: 'Zhang', phone: '' }
  const member = { version: 1, user: mei, project: 'harbour', privilegeLevel: 10, providers: [], accessUntil: null }
  const inputs: object[] = []
  let answer = () => {}
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const headers = { 'content-type': jsonApiMediaType }
    const list = (type: string, id: string, attributes: object, relationships = {}) =>
      Response.json({ data: [{ type, id, attributes: { ...attributes }, relationships }] }, { headers })
    if (address.startsWith(customerUserProfiles.path)) return list(customerUserProfiles.type, 'profile', profile)
    const project = { data: { type: 'projects', id: 'harbour' } }
    if (address.startsWith(projectMembers.path))
      return member.privilegeLevel === privilegeLevel.inactive
        ? Response.json({ data: [] }, { headers })
        : list(projectMembers.type, 'member', member, { project })
    if (!address.startsWith(changeSets.path) || body === undefined) return neverResponds(address)
    const { input } = JSON.parse(String(body)).data.attributes
    inputs.push(input)
    await new Promise<void>((resolve) => (answer = resolve))
    const { expectedVersion: _, ...patch } = input.profile ?? {}
    if (input.profile) Object.assign(profile, patch, { version: profile.version + 1 })
    for (const { level } of input.cells) Object.assign(member, { privilegeLevel: level, version: member.version + 1 })
    const attributes = { state: 'applied', summary: { change: 1 }, rows: [] }
    return Response.json({ data: { type: changeSets.type, id: 'set', attributes } }, { headers })
  })
  const [onSaved, leave] = [vi.fn(), vi.fn()]
  const form = await renderForm(() =>
    useUserDraft({
      ...{ customer: 'nord', user: mei, projectName: (id) => id, onSaved, leave },
      descriptions: { label: (field) => field },
    }),
  )
  await vi.waitFor(() =>
    form.change(({ readings }) => expect(readings.slice(0, 2)).toMatchObject([{ isLoaded: true }, { isLoaded: true }])),
  )
  return {
    ...{ inputs, leave, onSaved, current: form.current },
    change: form.change,
    /** Somebody else ends the membership and gives another one of the same version. */
    async replaceMembership(level: PrivilegeLevel) {
      Object.assign(member, { privilegeLevel: level })
      await form.change(() => form.queries.invalidateQueries({ queryKey: keyOf(projectMembers) }))
      await vi.waitFor(() => form.change(({ conflicts }) => expect(conflicts).toHaveLength(1)))
    },
    /** Saves; `meanwhile` is done before the answer. */
    async save(meanwhile: () => Promise<void> = async () => {}) {
      await form.change((now) => now.save.save())
      await meanwhile()
      answer()
      await form.saved()
    },
  }
}

test.each([
  ['in the profile', { profile: { phone: '22' } }],
  ['as a role', { cells: [{ project: 'harbour', level: privilegeLevel.admin }] }],
])('what is chosen %s while a person is saved keeps the form open, and is saved next', async (where, expected) => {
  const { change, save, inputs, leave, onSaved, current } = await openedForm()
  await change(({ profile }) => profile.set('firstName', 'Meiling'))
  await save(() =>
    change(({ profile, roles }) => {
      if (where === 'in the profile') profile.set('phone', '22')
      else roles.of('harbour').set('level', privilegeLevel.admin)
    }),
  )
  expect(onSaved).toHaveBeenCalledOnce()
  expect(leave).not.toHaveBeenCalled()
  expect(current()).toMatchObject({ isDirty: true, conflicts: [], profile: { values: { firstName: 'Meiling' } } })
  await save()
  expect(inputs).toMatchObject([{ profile: { firstName: 'Meiling', expectedVersion: 1 }, cells: [] }, expected])
  expect(leave).toHaveBeenCalledOnce()
})

test('a person in whose form nothing was chosen since is saved and left', async () => {
  const { change, save, leave } = await openedForm()
  await change(({ profile }) => profile.set('firstName', 'Meiling'))
  await save()
  expect(leave).toHaveBeenCalledOnce()
})

test('a role that is chosen while the membership is removed is saved next, as one that nobody else has removed', async () => {
  const { change, save, inputs, current, leave } = await openedForm()
  const choose = (level: PrivilegeLevel) => change(({ roles }) => roles.of('harbour').set('level', level))
  await choose(privilegeLevel.inactive)
  await save(() => choose(privilegeLevel.admin))
  expect(current()).toMatchObject({ isDirty: true, conflicts: [], deletedNames: [] })
  await save()
  expect(inputs.at(-1)).toMatchObject({ cells: [{ level: privilegeLevel.admin, expectedVersion: 0 }] })
  expect(leave).toHaveBeenCalledOnce()
})

test('a changed role names the membership that the form shows, its version and its terms', async () => {
  const { change, save, inputs } = await openedForm()
  await change(({ roles }) => roles.of('harbour').set('level', privilegeLevel.admin))
  await save()
  const expected = { privilegeLevel: 10, accessUntil: null, providers: [] }
  expect(inputs).toMatchObject([{ cells: [{ project: 'harbour', level: 20, expectedVersion: 1, expected }] }])
})

test('a role of another membership of the same version is not replaced before somebody has decided so', async () => {
  const { change, replaceMembership, save, inputs, current, onSaved } = await openedForm()
  await change(({ roles }) => roles.of('harbour').set('level', privilegeLevel.admin))
  await replaceMembership(privilegeLevel.guest)
  await save()
  expect(current().save.isOutdated).toBe(true)
  expect(inputs).toEqual([])
  expect(onSaved).not.toHaveBeenCalled()
})
