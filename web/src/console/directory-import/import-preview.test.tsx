import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allElementsOf, allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { Button } from '../../ui/button'
import { takeLostFocus } from '../../ui/take-lost-focus'
import { ConfirmImport } from './confirm-import'
import { DownloadErrors } from './download-errors'
import { ImportPreview } from './import-preview'
import { TakesFocus } from './takes-focus'
import { UndoImport } from './undo-import'

interface Block {
  role?: string
  ref?: unknown
  tabIndex?: number
  children?: ReactNode
}

/** The words of rendered elements, in one line. */
const textOf = (element: ReactNode) =>
  renderToStaticMarkup(<I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{element}</I18nProvider>)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const archive = new File(['PK'], 'directory.zip')

/** The preview of an import whose state can be changed. */
async function openPreview() {
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const nothing = () => undefined
  const { current, change } = await renderForm(
    () =>
      ImportPreview({
        ...{ plan: 'plan', customer: 'north', isOfStaff: false, isComparing: false, onRepeatDryRun: nothing },
        ...{ onLeave: nothing, onCustomerMismatch: nothing, onDone: nothing, archive },
      }),
    queries,
  )
  const shown = () => propsOf(UndoImport, current()).children(nothing)
  return {
    show: (set: object) =>
      change(async () => {
        const record = {
          ...{ id: 'plan', customer: 'north', kind: 'ad-import', failure: null, failureDetail: null },
          ...{ progress: { done: 0, total: 0 }, summary: { total: 0, change: 0, conflict: 0 } },
          ...set,
        }
        queries.setQueryData(one(changeSets, 'plan').queryKey, { record, included: [] } as never)
        // Queries notify in a later task.
        await new Promise((resolve) => setTimeout(resolve))
      }),
    /** The words of the live region; undefined if there is none. */
    status() {
      const [region] = allPropsOf<Block>('div' as never, shown()).filter(({ role }) => role === 'status')
      return region && textOf(region.children)
    },
    /** What is offered for the errors. */
    errors: () => allPropsOf(DownloadErrors, shown()),
    /** The elements that take a lost focus. */
    focused: () => allElementsOf(TakesFocus, shown()),
  }
}

const planned = { state: 'planned', summary: { total: 9, change: 5, conflict: 2, removal: { removed: 3, of: 100 } } }

test('each state of an import is told in a region that is there before, and what can be done then takes the focus of the one before', async () => {
  const { show, status, focused } = await openPreview()
  expect([status(), focused()]).toEqual(['', []])
  const states: [object, string][] = [
    [{ state: 'planning' }, 'Comparing the files with what is known …'],
    [planned, '5 changes are needed 2 rows have errors and are left out 3 memberships of projects are removed.'],
    [{ state: 'applying' }, 'Importing …'],
    [{ state: 'applied' }, 'Import complete!'],
    [{ state: 'undoing' }, 'Undoing …'],
    [{ state: 'undone' }, 'The import is undone.'],
    [{ state: 'planned' }, 'No changes needed'],
    [{ state: 'failed', failure: 'cancelled' }, 'Cancelled, nothing was changed'],
  ]
  let before: string | null | undefined
  for (const [set, text] of states) {
    await show(set)
    expect(status()).toBe(text)
    const [block, ...others] = focused()
    expect(others).toEqual([])
    // The text is announced, and not read again with the focus. A new element takes it.
    expect(allPropsOf(Button, block).length + allPropsOf(ConfirmImport, block).length).toBeGreaterThan(0)
    expect(block?.key).toEqual(expect.any(String))
    expect(block?.key).not.toBe(before)
    before = block?.key
  }
})

test('a failure is told by its alert, which takes the focus', async () => {
  const { show, status, focused } = await openPreview()
  await show({ state: 'failed', failure: 'tooManyRows', failureDetail: { detail: '', limit: 200_000 } })
  expect(status()).toBe('')
  expect(focused().map(textOf)).toEqual(['Error importing file There are more than 200,000 rows. Choose another file'])
  await show({ state: 'stale' })
  expect(status()).toBe('')
  expect(focused().map(textOf)).toEqual([expect.stringContaining('Something was changed since the preview')])
})

test('what takes the focus can have it', () => {
  expect(TakesFocus({ children: 'Importing …' }).props).toMatchObject({ ref: takeLostFocus, tabIndex: -1 })
})

test('the files with errors are offered once it is known that rows are left out, with the archive that was sent', async () => {
  const { show, errors } = await openPreview()
  await show({ state: 'planning' })
  expect(errors()).toEqual([])
  await show({ state: 'planned', summary: { total: 9, change: 9, conflict: 0 } })
  expect(errors()).toEqual([])
  for (const state of ['planned', 'applied']) {
    await show({ ...planned, state })
    expect(errors()).toEqual([{ set: expect.objectContaining({ id: 'plan', state }), archive }])
  }
  await show({ ...planned, state: 'stale' })
  expect(errors()).toEqual([])
})
