import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { LoadError } from '../../api/load-error'
import { ChangeSetRows } from '../../shell/change-sets/change-set-rows'
import { RefusedCell } from '../../shell/change-sets/refused-cell'
import { StepTable } from './step-table'

const attributes = {
  ...{ outcome: 'change', object: { user: 'mei@nordbygg.example' }, why: null, conflict: null },
  ...{ before: { privilegeLevel: 10 }, after: { privilegeLevel: 20 }, member: null, remains: false },
}

/** The first page of 5,000 rows. */
function firstPage(): Response {
  const data = Array.from({ length: 500 }, (_, at) => ({
    ...{ type: 'change-set-rows', id: `r${at}`, attributes: { ...attributes, number: at + 1 } },
  }))
  return Response.json({ data, links: { next: 'next' }, meta: { page: { total: 5_000 } } })
}

const previews = [
  {
    ...{ what: 'an import', rowHeight: 52, tag: 'div' },
    preview: () =>
      StepTable({
        ...{ set: { id: 's', state: 'planned' } as ChangeSet, outcome: undefined, criteria: { text: '', type: '' } },
      }),
  },
  {
    ...{ what: 'a change set', rowHeight: 48, tag: 'li' },
    preview: () =>
      ChangeSetRows({
        ...{ id: 's', version: 'planned', shown: undefined },
        describe: () => ({ title: 'Mei', detail: '', before: '', after: '' }),
      }),
  },
]

/** A window of a wide screen. */
function onWideScreen(): void {
  const page = new EventTarget()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
}

test.each(previews)(
  'the rows of $what stay when a further page fails, also while they are read again',
  async ({ preview, rowHeight, tag }) => {
    onWideScreen()
    let isAnswering = true
    vi.stubGlobal('fetch', async (address: string) => {
      if (!address.includes('/rows') || !isAnswering) return neverResponds(address)
      const isFirst = decodeURIComponent(address).includes('page[after]=0')
      return isFirst ? firstPage() : Response.json({ errors: [] }, { status: 500 })
    })
    const { current, change, queries, saved } = await renderForm(preview)
    const boxes = () => allPropsOf<{ onScroll(event: object): void }>('section' as never, current())
    const rows = () =>
      allPropsOf<{ 'data-outcome'?: string }>(tag as never, current()).filter((row) => row['data-outcome'])
    const failures = () => allPropsOf(LoadError, current())
    await change(() => expect.poll(rows).not.toEqual([]))
    await change(() => boxes()[0]?.onScroll({ currentTarget: { scrollTop: 480 * rowHeight, clientHeight: 900 } }))
    await change(() => expect.poll(failures).toHaveLength(1))
    expect(rows()).not.toEqual([])
    isAnswering = false
    await change(() => void queries.refetchQueries())
    await saved()
    expect(queries.isFetching()).toBe(1)
    expect(failures()).toHaveLength(1)
    expect(rows()).not.toEqual([])
  },
)

test('a row that counts people or projects says how many, and names no cell', async () => {
  onWideScreen()
  const kept = (conflict: string, why: object) => ({
    ...{ type: 'change-set-rows', id: conflict },
    attributes: { ...attributes, outcome: 'conflict', conflict, why: { file: 'access.csv', line: 2, ...why } },
  })
  const data = [
    kept('membersOutsideDomain', { count: 3 }),
    kept('loginMethodRequired', { count: 1 }),
    kept('unknownProject', { column: 'project', value: '3' }),
  ].map((row, at) => ({ ...row, attributes: { ...row.attributes, number: at + 1 } }))
  vi.stubGlobal('fetch', async () => Response.json({ data, links: {}, meta: { page: { total: 3 } } }))
  const { current, change } = await renderForm(() =>
    StepTable({
      set: { id: 's', state: 'planned' } as ChangeSet,
      outcome: 'conflict',
      criteria: { text: '', type: '' },
    }),
  )
  await change(() => expect.poll(() => allPropsOf(RefusedCell, current())).toEqual([{ column: 'project', value: '3' }]))
  const texts = JSON.stringify(current(), (key, value) => (key === '_owner' ? undefined : value))
  expect(texts).toContain('3 people')
  expect(texts).toContain('1 project')
  expect(texts).not.toContain('1 person')
})
