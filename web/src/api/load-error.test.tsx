import { expect, test, vi } from 'vitest'
import { pressedButton } from '../../test/pressed-button'
import { propsOf, renderForm } from '../../test/render-form'
import { neverResponds } from '../../test/render-hook'
import { Button } from '../ui/button'
import { LoadError } from './load-error'

test('once another try has worked, the keyboard is near the button that is gone', async () => {
  vi.stubGlobal('fetch', neverResponds)
  const { change } = await renderForm(() => LoadError({ error: new Error('failed') }))
  const pressed = pressedButton()
  await change((rendered) => propsOf(Button, rendered).onClick?.({} as never))
  expect(pressed.remove()).toBe('heading')
})
