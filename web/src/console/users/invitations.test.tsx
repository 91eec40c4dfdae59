import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { ListDialog } from '../../shell/records/list-dialog'
import { CopyField } from '../../ui/copy-field'
import { createAccessTable } from './access-table'
import { CreatedLinks } from './created-links'
import { InvitationFilters } from './invitation-filters'
import { InvitationQuestion } from './invitation-question'
import { InvitationRow } from './invitation-row'
import { Invitations } from './invitations'

const table = createAccessTable({
  ...{ cursor: '0', organizations: [], people: [], administrators: [], imported: [], provisioned: [], guests: [] },
  ...{ omittedProjects: 0, projects: [] },
})

const invitation = (id: string) => ({
  ...{ type: 'invitations', id },
  attributes: {
    ...{ email: `${id}@new.example`, state: 'pending', privilegeLevel: 0, version: 1 },
    ...{ sentAt: '2026-03-01T10:00:00Z', expiresAt: null },
  },
  relationships: Object.fromEntries(
    ['user', 'project', 'customer', 'invitedBy'].map((name) => [name, { data: { type: name, id: name } }]),
  ),
})

/** The list of two invitations; each link that is created has a number of its own. */
async function openedList() {
  let created = 0
  let nextAnswer: (() => Response) | undefined
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (!address.includes('/invitations')) return neverResponds(address)
    const data = ['anna', 'bo'].map(invitation)
    const list = { data, links: {}, meta: { page: { total: data.length } } }
    if (method === 'GET') return Response.json(list, { headers: { 'content-type': jsonApiMediaType } })
    const instead = nextAnswer
    nextAnswer = undefined
    if (instead) return instead()
    if (!address.endsWith('/link')) return new Response(null, { status: 204 })
    created += 1
    return Response.json({ link: `link ${created}`, expiresAt: null })
  })
  const form = await renderForm(() => {
    const screen = Invitations({ table, customer: 'nord', onReload: () => {}, onClose: () => {} })
    return { screen, links: CreatedLinks(propsOf(CreatedLinks, screen)), toasts: useVisibleToasts() }
  })
  const rows = () => {
    const { items, children } = propsOf(ListDialog<never>, form.current().screen)
    return items ? allPropsOf(InvitationRow, children(items)) : []
  }
  await form.change(() => expect.poll(() => rows().length).toBe(2))
  const rowOf = (id: string) => rows().find((row) => row.invitation.id === id)
  /** Presses a button of a row and confirms it where asked. */
  async function press(action: 'onResend' | 'onCopyLink' | 'onRevoke', id: string) {
    await form.change(() => rowOf(id)?.[action]?.())
    const [question] = allPropsOf(InvitationQuestion, form.current().screen)
    if (question) await form.change(() => question.onConfirm())
    await form.saved()
  }
  return {
    press,
    /** The next action gets this answer. */
    answerNext(answer: () => Response) {
      nextAnswer = answer
    },
    navigateAway: form.navigateAway,
    links: () => allPropsOf(CopyField, form.current().links).map(({ label, value }) => [label, value]),
    toasts: () => form.current().toasts.map(({ text }) => text),
  }
}

test('a link that was created stays until another is created for the same person', async () => {
  const { press, links } = await openedList()
  await press('onCopyLink', 'anna')
  await press('onCopyLink', 'bo')
  const [ofAnna, ofBo] = ['Link for anna@new.example', 'Link for bo@new.example']
  expect(links()).toEqual([
    [ofAnna, 'link 1'],
    [ofBo, 'link 2'],
  ])
  await press('onCopyLink', 'anna')
  expect(links()).toEqual([
    [ofBo, 'link 2'],
    [ofAnna, 'link 3'],
  ])
})

test.each([
  ['is sent again', 'onResend'],
  ['is withdrawn', 'onRevoke'],
] as const)('the link of an invitation that %s is no longer shown', async (_what, action) => {
  const { press, links } = await openedList()
  await press('onCopyLink', 'bo')
  await press('onCopyLink', 'anna')
  await press(action, 'anna')
  expect(links()).toEqual([['Link for bo@new.example', 'link 1']])
})

test.each(['onResend', 'onCopyLink', 'onRevoke'] as const)(
  'a link that an action has ended (%s) is no longer shown though its answer was lost, and stays where it was refused',
  async (action) => {
    const { press, answerNext, links } = await openedList()
    const ofAnna = ['Link for anna@new.example', 'link 1']
    await press('onCopyLink', 'anna')
    answerNext(() => Response.json({ errors: [{ status: '409', code: 'conflict' }] }, { status: 409 }))
    await press(action, 'anna')
    expect(links()).toEqual([ofAnna])
    answerNext(() => {
      throw new TypeError('Failed to fetch')
    })
    await press(action, 'anna')
    expect(links()).toEqual([])
  },
)

test('whoever has left the list before the link is shown is told to create it again', async () => {
  const { press, navigateAway, links, toasts } = await openedList()
  navigateAway()
  await press('onCopyLink', 'anna')
  expect(links()).toEqual([])
  expect(toasts()).toEqual([
    'A new link for anna@new.example was created, but you left before it was shown. Create it again.',
  ])
})

test('a search of which a page could not be read has found nothing yet, and says what failed', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/invitations')) return neverResponds(address)
    if (address.includes('after')) return Response.json({ errors: [] }, { status: 500 })
    const next = `https://lintel.example${address}&page[after]=anna`
    return Response.json({ data: [invitation('anna')], links: { next }, meta: { page: { total: 2 } } })
  })
  const { current, change } = await renderForm(() =>
    Invitations({ table, customer: 'nord', onReload: () => {}, onClose: () => {} }),
  )
  const list = () => propsOf(ListDialog<never>, current())
  await change(() => expect.poll(() => list().items).toHaveLength(1))
  await change(() => propsOf(InvitationFilters, current()).onSearch('bo@new.example'))
  await change(() => expect.poll(() => list().error).toMatchObject({ status: 500 }))
  expect(list().items).toBeUndefined()
})
