import { expect, test } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { createQueryClient } from '../../api/query-client'
import { Dialog } from '../../ui/dialog'
import { HandedOver } from './handed-over'

test.each([true, false])('what was just handed over has the focus, which its button had: %s', async (isFocused) => {
  await renderDialogs(
    () => (
      <Dialog label="Page" onClose={() => {}}>
        <HandedOver isFocused={isFocused} />
      </Dialog>
    ),
    createQueryClient(),
  )
  expect(document.activeElement?.textContent?.startsWith('You have handed it over') ?? false).toBe(isFocused)
})
