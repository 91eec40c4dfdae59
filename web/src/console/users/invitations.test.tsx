import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { Invitation } from '@lintel/contract/people/invitations'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { installation } from '../../session/installation'
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

const jsonApiHeaders = { 'content-type': jsonApiMediaType }
const nord = {
  type: 'customers',
  id: 'nord',
  attributes: { version: 1, providers: [], timeZone: 'UTC' },
  relationships: {},
}

/** The list of two invitations; each link that is created has a number of its own. */
async function openedList() {
  let created = 0
  let nextAnswer: (() => Response) | undefined
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (address.includes('/customers/')) return Response.json({ data: nord }, { headers: jsonApiHeaders })
    if (!address.includes('/invitations')) return neverResponds(address)
    const data = ['anna', 'bo'].map(invitation)
    const list = { data, links: {}, meta: { page: { total: data.length } } }
    if (method === 'GET') return Response.json(list, { headers: jsonApiHeaders })
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
    if (address.includes('/customers/')) return Response.json({ data: nord }, { headers: jsonApiHeaders })
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

test('the link of a guest is good until their last day where the customer is, that of others until the day here', async () => {
  // 23:59:59 of 30 June in Pago Pago, when it is 1 July almost everywhere else.
  const expiresAt = '2027-07-01T10:59:59Z'
  const data = [privilegeLevel.guest, privilegeLevel.member].map((level) => {
    const sent = invitation(`level-${level}`)
    return { ...sent, attributes: { ...sent.attributes, privilegeLevel: level, expiresAt } }
  })
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/invitations')
      ? Response.json({ data, links: {}, meta: { page: { total: 2 } } })
      : neverResponds(address),
  )
  const queries = createQueryClient()
  const record = { id: 'nord', providers: [], timeZone: 'Pacific/Pago_Pago' }
  queries.setQueryData(one(customers, 'nord').queryKey, { record, included: [] } as never)
  const { current, change } = await renderForm(
    () => Invitations({ table, customer: 'nord', onReload: () => {}, onClose: () => {} }),
    queries,
  )
  const rows = () => {
    const { items, children } = propsOf(ListDialog<never>, current())
    return items ? allPropsOf(InvitationRow, children(items)) : []
  }
  await change(() => expect.poll(() => rows().length).toBe(2))
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const [ofGuest, ofMember] = rows().map((row) =>
    renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <InvitationRow {...row} />
      </I18nProvider>,
    ),
  )
  expect(ofGuest).toContain('good until Jun 30, 2027')
  expect(ofMember).toContain(`good until ${i18n.date(new Date(expiresAt), { dateStyle: 'medium' })}`)
  expect(ofMember).not.toContain('Jun 30')
})

test.each([true, false])(
  'an invitation is offered to be sent again only where mail is sent (%s), its link always; one that waits says so',
  async (isSmtpEnabled) => {
    const time = Date.now() + 3 * 86_400_000
    const waits = invitation('anna')
    const data = [{ ...waits, attributes: { ...waits.attributes, sentAt: new Date(time).toISOString() } }]
    vi.stubGlobal('fetch', async (address: string) =>
      address.includes('/invitations')
        ? Response.json({ data, links: {}, meta: { page: { total: 1 } } })
        : neverResponds(address),
    )
    const queries = createQueryClient()
    const record = { id: 'nord', providers: [], timeZone: 'UTC' }
    queries.setQueryData(one(customers, 'nord').queryKey, { record, included: [] } as never)
    queries.setQueryData(installation.queryKey, { record: { isSmtpEnabled }, included: [] } as never)
    const { current, change } = await renderForm(
      () => Invitations({ table, customer: 'nord', onReload: () => {}, onClose: () => {} }),
      queries,
    )
    const rows = () => {
      const { items, children } = propsOf(ListDialog<never>, current())
      return items ? allPropsOf(InvitationRow, children(items)) : []
    }
    await change(() => expect.poll(() => rows().length).toBe(1))
    const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
    const [shown] = rows().map((row) =>
      renderToStaticMarkup(
        <I18nProvider i18n={i18n}>
          <InvitationRow {...row} />
        </I18nProvider>,
      ),
    )
    expect(shown?.includes('>Send again<')).toBe(isSmtpEnabled)
    expect(shown).toContain('>Link<')
    const when = i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })
    expect(shown).toContain(`will be sent on ${when}`)
  },
)

test('an invitation that was sent just now by a clock that is ahead of the one here is said to have been sent', () => {
  const { type: _, id, attributes } = invitation('anna')
  const sent = { ...attributes, id, sentAt: new Date(Date.now() + 2 * 60_000).toISOString() }
  const texts = { timeZone: 'UTC', person: 'Anna', project: 'Quay', role: 'Member' }
  const actions = { pendingAction: undefined, onResend: undefined, onCopyLink: undefined, onRevoke: undefined }
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <InvitationRow {...texts} {...actions} invitation={sent as unknown as Invitation} />
    </I18nProvider>,
  )
  expect(shown).toContain('· sent ')
  expect(shown).not.toContain('will be sent')
})
