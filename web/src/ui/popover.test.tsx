import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../test/render-dialogs'
import { createQueryClient } from '../api/query-client'
import { Dialog } from './dialog'
import { topmostDialog } from './open-dialogs'
import { Popover } from './popover'
import { SearchField } from './search-field'

/** An element of the rendered page. */
interface PageElement extends HTMLElement {
  all: PageElement[]
}

test('what was typed in a search is applied when a press elsewhere closes the popover around it', async () => {
  const onSearch = vi.fn()
  const page = await renderDialogs(
    () => (
      <Dialog label="Users" onClose={() => undefined}>
        <Popover
          label="Filter"
          button={(props) => (
            <button type="button" {...props}>
              Filter
            </button>
          )}
        >
          {() => <SearchField label="Search projects" value="" onSearch={onSearch} />}
        </Popover>
      </Dialog>
    ),
    createQueryClient(),
  )
  await page.press('Filter')
  const dialog = topmostDialog() as unknown as PageElement
  const searchField = () => dialog.all.find(({ nodeName }) => nodeName === 'INPUT')
  const field = searchField()
  vi.stubGlobal('Node', field?.constructor)
  vi.stubGlobal('HTMLElement', field?.constructor)
  // React hears at the root that the focus has left an element, as long as the element is there.
  for (const element of dialog.all)
    Object.assign(element, {
      contains: (other: PageElement) => element.all.includes(other),
      blur() {
        const event = new Event('focusout', { bubbles: true })
        dialog.parentNode?.dispatchEvent(Object.defineProperty(event, 'target', { value: element }))
      },
    })
  await page.type('Search projects', 'harbour')
  field?.focus()
  expect(onSearch).not.toHaveBeenCalled()
  await page.act(() => document.dispatchEvent(new Event('pointerdown')))
  expect(searchField()).toBeUndefined()
  expect(onSearch.mock.calls).toEqual([['harbour']])
})
