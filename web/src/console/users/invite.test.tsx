import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { FormDialog } from '../../api/form/form-dialog'
import { createQueryClient } from '../../api/query-client'
import { TextArea } from '../../ui/field'
import { SelectField } from '../../ui/select-field'
import { createAccessTable } from './access-table'

const table = createAccessTable({
  ...{ cursor: '0', organizations: [], people: [], administrators: [], imported: [], provisioned: [], guests: [] },
  ...{ omittedProjects: 0, projects: [] },
})

test('the person who was invited is announced, not one who was typed before the answer', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { Invite } = await import('./invite')
  const { installation } = await import('../../session/installation')
  vi.unstubAllGlobals()
  const queries = createQueryClient()
  queries.setQueryData(installation.queryKey, { record: { canAddUsers: true } as never, included: [] })
  let answer = () => {}
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    await new Promise<void>((resolve) => (answer = resolve))
    const data = { type: changeSets.type, id: 's', attributes: { state: 'applied', summary: { change: 1 }, rows: [] } }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const onInvited = vi.fn()
  const { change, saved } = await renderForm(
    () =>
      Invite({
        ...{ table, customer: 'nord', users: [], onInvited },
        ...{ onPlan: () => undefined, onClose: () => undefined },
      }),
    queries,
  )
  const type = (value: string) =>
    change((dialog) => propsOf(TextArea, dialog).onChange?.({ target: { value } } as never))
  await change((dialog) => propsOf(SelectField, dialog).onChange('harbour'))
  await type('mei@nord.example')
  await change((dialog) => propsOf(FormDialog, dialog).onSubmit({} as never))
  await type('per@nord.example')
  answer()
  await saved()
  expect(onInvited.mock.calls.map(([, text]) => text)).toEqual(['mei@nord.example was invited'])
})
