import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { unanswered } from '../../../api/draw-hook'
import { drawForm, givenTo } from '../../../api/form/draw-form'
import { FormDialog } from '../../../api/form/form-dialog'
import { createQueryClient } from '../../../api/query-client'
import { TextArea } from '../../../ui/field'

/** The form, where the installation is known already: nothing is asked that is never answered. */
async function loadForm() {
  // What keeps settings listens to the page from the moment it is there.
  vi.stubGlobal('document', new EventTarget())
  const { InvitePeople } = await import('./invite-people')
  const { installation } = await import('../../../session/installation')
  vi.unstubAllGlobals()
  const queries = createQueryClient()
  queries.setQueryData(installation.queryKey, { record: { canAddUsers: true } as never, included: [] })
  return { InvitePeople, queries }
}

test('one address that reaches nobody is told once its field is left', async () => {
  const { InvitePeople, queries } = await loadForm()
  const project = { id: '1', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const { drawn, change } = await drawForm(
    () =>
      InvitePeople({
        project,
        standing: { isOwner: true } as never,
        announce: () => {},
        onClose: () => {},
      }) as ReactElement,
    queries,
  )
  const area = () => givenTo(TextArea, drawn())
  const type = (value: string) => change(() => area().onChange?.({ target: { value } } as never))
  await type('anna@firma')
  expect(area().error).toBeUndefined()
  await change(() => area().onBlur?.({} as never))
  expect(area().error).toBe('Not an email address: anna@firma')
  await type('anna@firma.example')
  expect(area().error).toBeUndefined()
})

test('whoever could not be invited is, once nothing stands against it any more', async () => {
  const { InvitePeople, queries } = await loadForm()
  let isMember = true
  // As the server does: what a key has made once is answered again.
  const made = new Map<string, object>()
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    if (!address.includes('change-sets')) return unanswered(address)
    const key = headers['idempotency-key'] ?? ''
    const row = { conflict: isMember ? 'alreadyMember' : null, object: { user: 'mei@nord.example' } }
    const summary = { change: isMember ? 0 : 1 }
    const attributes = { state: isMember ? 'planned' : 'applied', summary, rows: [row] }
    const answer = made.get(key) ?? { data: { type: 'change-sets', id: key, attributes } }
    made.set(key, answer)
    return Response.json(answer, { status: 201 })
  })
  const [announce, onClose] = [vi.fn(), vi.fn()]
  const project = { id: '1', customer: 'nord', timeZone: 'Europe/Oslo' } as never
  const standing = { isOwner: true } as never
  const form = await drawForm(() => InvitePeople({ project, standing, announce, onClose }) as ReactElement, queries)
  const invite = async () => {
    await form.change((drawn) => givenTo(FormDialog, drawn).onSubmit({} as never))
    await form.saved()
  }
  await form.change((drawn) => givenTo(TextArea, drawn).onChange?.({ target: { value: 'mei@nord.example' } } as never))
  await invite()
  expect(givenTo(TextArea, form.drawn()).value).toBe('mei@nord.example')
  expect(announce).not.toHaveBeenCalled()

  isMember = false
  await invite()
  expect(announce).toHaveBeenCalledWith(expect.anything(), 'mei@nord.example was invited')
  expect(onClose).toHaveBeenCalledOnce()
})
