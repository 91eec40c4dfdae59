import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { FormDialog } from '../../api/form/form-dialog'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { currentUser } from '../../session/current-user'
import { TextField } from '../../ui/field'
import { ProjectLiveUpdates } from './project-live-updates'

const { queryKey } = one(projects, 'p', ['customer'])

/** Renders the form of a project in which a name has been typed; `refetch` reads the project again. */
async function editedProject() {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { EditProject } = await import('./edit-project')
  vi.unstubAllGlobals()
  const described = { description: null, externalId: 'P-1', customer: 'nord', privilegeLevel: 30 }
  const stored = { version: 1, name: 'Harbour', isInactive: false, isHidden: false, ...described }
  const requests: string[] = []
  const sent: object[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (!address.startsWith(projects.path)) return neverResponds(address)
    requests.push(`${method} ${address.split('?')[0]}`)
    if (address.includes('/activity')) return Response.json({ events: [] })
    if (stored.isHidden) return Response.json({ errors: [{ status: '404', code: 'notFound' }] }, { status: 404 })
    if (method === 'PATCH') {
      const { attributes } = JSON.parse(String(body)).data
      sent.push([new Headers(headers).get('if-match'), attributes])
      Object.assign(stored, attributes, { version: stored.version + 1 })
    }
    const data = { type: projects.type, id: 'p', attributes: { ...stored } }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { customerAdminFor: [], apiUserFor: [], guestOf: null } as never)
  const project = { id: 'p', ...stored } as unknown as Project
  queries.setQueryData(queryKey, { record: project, included: [] })
  const form = await renderForm(
    () => ({ page: EditProject({ project, onClose: () => undefined }), toasts: useVisibleToasts() }),
    queries,
  )
  await form.change(({ page }) => propsOf(TextField, page).onChange?.({ target: { value: 'Quay' } } as never))
  const refetch = () =>
    form.change(async () => {
      await queries.invalidateQueries({ queryKey })
      // What is read is delivered in a later task.
      await new Promise((resolve) => setTimeout(resolve))
    })
  return { ...form, stored, sent, requests, refetch }
}

test('a form whose project is deleted meanwhile follows it on, restores it with what was typed, and deletes it again by Undo', async () => {
  const { change, current, saved, stored, sent, refetch } = await editedProject()
  Object.assign(stored, { version: 2, isInactive: true })
  await refetch()
  expect(propsOf(FormDialog, current().page)).toMatchObject({ isDirty: true, deletedNotice: expect.anything() })
  expect(propsOf(ProjectLiveUpdates, current().page)).toEqual({ project: 'p', queryKeys: [queryKey] })

  await change(({ page }) => propsOf(FormDialog, page).onSubmit({} as never))
  await saved()
  await change(({ toasts }) => toasts.at(-1)?.action?.run())
  await saved()
  expect(sent).toEqual([
    ['"2"', { name: 'Quay', description: null, externalId: 'P-1', isInactive: false }],
    ['"3"', { name: 'Harbour', description: null, externalId: 'P-1', isInactive: true }],
  ])
})

test('a form whose project can no longer be seen keeps what was typed, saves nothing and asks for no activity', async () => {
  const { change, current, saved, stored, requests, refetch } = await editedProject()
  stored.isHidden = true
  await refetch()
  expect(propsOf(FormDialog, current().page)).toMatchObject({ action: undefined, deletedNotice: expect.anything() })
  expect(propsOf(TextField, current().page).value).toBe('Quay')
  await change(({ page }) => propsOf(FormDialog, page).onSubmit({} as never))
  await saved()
  expect(new Set(requests)).toEqual(new Set([`GET ${projects.path}/p`]))
})
