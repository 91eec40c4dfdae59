import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { FormDialog } from '../../api/form/form-dialog'
import { createQueryClient } from '../../api/query-client'
import { all } from '../../api/resource'
import { SelectField } from '../../ui/select-field'
import { HandOver } from './hand-over'

/** Opens the dialog of a project with three possible owners. */
async function openedDialog(respond: typeof neverResponds = neverResponds) {
  const queries = createQueryClient()
  const records = [
    { user: 'mei@nord.example', name: 'Mei Zhang' },
    { user: 'o@nord.example', name: 'O' },
    { user: 'per@nord.example', name: '' },
  ].map((member) => ({ id: member.user, email: member.user, privilegeLevel: privilegeLevel.member, ...member }))
  const { queryKey } = all(projectMembers, { filter: { project: 'p' }, sort: ['name'] })
  queries.setQueryData(queryKey, { records, included: [] } as never)
  vi.stubGlobal('fetch', respond)
  const project = { id: 'p', version: 1, owner: 'kari@nord.example' } as never
  return renderForm(
    () => ({ dialog: HandOver({ project, onClose: () => undefined }), toasts: useVisibleToasts() }),
    queries,
  )
}

test('a candidate is named with the email, and by the email alone where the name has one character', async () => {
  const { current } = await openedDialog()
  expect(propsOf(SelectField, current().dialog).options).toMatchObject([
    {
      items: [
        { value: 'mei@nord.example', label: 'Mei Zhang (mei@nord.example)' },
        { value: 'o@nord.example', label: 'o@nord.example' },
        { value: 'per@nord.example', label: 'per@nord.example' },
      ],
    },
  ])
})

test('the new owner is announced, not somebody who was chosen while the project was handed over', async () => {
  let answer = () => {}
  const { current, change, saved } = await openedDialog((address) => {
    const headers = { 'content-type': jsonApiMediaType }
    if (address.startsWith(projectMembers.path)) return Promise.resolve(Response.json({ data: [] }, { headers }))
    if (!address.startsWith(projects.path)) return neverResponds(address)
    const data = { type: projects.type, id: 'p', attributes: { version: 2 } }
    return new Promise((resolve) => {
      answer = () => resolve(Response.json({ data }, { headers }))
    })
  })
  const choose = (email: string) => change(({ dialog }) => propsOf(SelectField, dialog).onChange(email))
  await choose('mei@nord.example')
  await change(({ dialog }) => propsOf(FormDialog, dialog).onSubmit({} as never))
  await choose('o@nord.example')
  answer()
  await saved()
  expect(current().toasts.map(({ text }) => text)).toEqual(['Mei Zhang is the owner now.'])
})
