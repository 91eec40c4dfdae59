import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { RecentChangeSets } from './recent-change-sets'

const kari = 'kari@nordbygg.example'
const stig = 'stig@lintel.example'

/** Opens the list on the screen of users, where these people have made a change each. */
async function openList(...makers: string[]) {
  const attributes = {
    ...{ kind: 'roles', state: 'applied', failure: null, failureDetail: null, summary: { change: 1 } },
    ...{ appliedBy: null, appliedAt: null, createdAt: '2026-03-01T10:00:00Z' },
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const createdBy = new URL(address, 'http://localhost').searchParams.get('filter[createdBy]')
    const data = makers
      .filter((maker) => createdBy === null || maker === createdBy)
      .map((maker) => ({
        ...{ type: 'change-sets', id: maker, meta: { version: 1 }, attributes },
        relationships: { createdBy: { data: { type: 'users', id: maker } } },
      }))
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { email: kari } as never)
  let onOpen = (_isOpen: boolean) => {}
  const page = await renderDialogs(() => {
    const [isOpen, setOpen] = useState(false)
    onOpen = setOpen
    const none = () => undefined
    if (!isOpen) return null
    return (
      <RecentChangeSets
        {...{ customer: 'nord', kinds: ['roles'], onOpen: none, onUndo: none, onClose: () => setOpen(false) }}
      />
    )
  }, queries)
  const openAt = (path: string) => {
    vi.stubGlobal('location', new URL(path, 'https://lintel.example'))
    return page.act(() => onOpen(true))
  }
  const shows = (expected: (text: string) => void) => vi.waitFor(() => page.act(() => expected(page.text())))
  return { ...page, openAt, shows }
}

test('the list has one’s own changes, and everybody’s on request, as long as the screen is open', async () => {
  const { openAt, shows, text, check, press, title } = await openList(kari, stig)
  await openAt('/users')
  await shows((all) => expect(all).toContain(kari))
  expect(text()).not.toContain(stig)
  await check('Everybody’s')
  await shows((all) => expect(all).toContain(stig))
  expect(text()).toContain(kari)
  await press('Close')
  expect(title()).toBeUndefined()
  await openAt('/users')
  await shows((all) => expect(all).toContain(stig))
  await press('Close')

  // The next screen begins with one's own.
  await openAt('/organizations')
  await shows((all) => expect(all).toContain(kari))
  expect(text()).not.toContain(stig)
})

test('an empty list says whose changes there are none of', async () => {
  const { openAt, shows, check } = await openList()
  await openAt('/project-widgets')
  await shows((all) => expect(all).toContain('You have made no changes here yet'))
  await check('Everybody’s')
  await shows((all) => expect(all).toContain('No bulk changes yet'))
})
