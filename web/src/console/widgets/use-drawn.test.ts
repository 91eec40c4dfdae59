import { useState } from 'react'
import { expect, test } from 'vitest'
import { drawForm } from '../../api/form/draw-form'
import { useDrawn } from './use-drawn'

test('a card is drawn near the screen alone, but for one whose widget is edited: that stays drawn until its settings are left', async () => {
  const { drawn, change } = await drawForm(() => {
    const [isNear, setNear] = useState(false)
    const [isEdited, setEdited] = useState(true)
    return { isDrawn: useDrawn(isNear, isEdited), setNear, setEdited }
  })
  // Settings that open by themselves far away wait until somebody comes to them.
  expect(drawn().isDrawn).toBe(false)
  await change(({ setNear }) => setNear(true))
  expect(drawn().isDrawn).toBe(true)
  await change(({ setNear }) => setNear(false))
  expect(drawn().isDrawn).toBe(true)
  await change(({ setEdited }) => setEdited(false))
  expect(drawn().isDrawn).toBe(false)
  await change(({ setEdited }) => setEdited(true))
  expect(drawn().isDrawn).toBe(false)
})
