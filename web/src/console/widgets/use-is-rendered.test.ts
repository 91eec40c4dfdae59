import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { useIsRendered } from './use-is-rendered'

test('a card is drawn near the screen alone, but for one whose widget is edited: that stays drawn until its settings are left', async () => {
  const { current: rendered, change } = await renderForm(() => {
    const [isNear, setNear] = useState(false)
    const [isEdited, setEdited] = useState(true)
    return { isRendered: useIsRendered(isNear, isEdited), setNear, setEdited }
  })
  // Settings that open automatically outside the viewport wait until the card is scrolled near it.
  expect(rendered().isRendered).toBe(false)
  await change(({ setNear }) => setNear(true))
  expect(rendered().isRendered).toBe(true)
  await change(({ setNear }) => setNear(false))
  expect(rendered().isRendered).toBe(true)
  await change(({ setEdited }) => setEdited(false))
  expect(rendered().isRendered).toBe(false)
  await change(({ setEdited }) => setEdited(true))
  expect(rendered().isRendered).toBe(false)
})
