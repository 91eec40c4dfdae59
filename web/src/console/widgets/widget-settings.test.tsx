import { expect, test, vi } from 'vitest'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { leaveForms } from '../../api/form/leavers'
import { Confirm } from '../../ui/confirm'
import { ChooseImage } from './choose-image'
import { newWidget } from './edited-widget'
import { WidgetSettings } from './widget-settings'

test('an image that is on its way is not left without a question, for it would be lost', async () => {
  const widget = { ...newWidget('harbour', 'image', 0), id: 'w-1', version: 1 }
  const { drawn, change } = await drawForm(() =>
    WidgetSettings({ widget, customer: 'north', isGone: false, onSaved: vi.fn(), onLeave: vi.fn() }),
  )
  const [left, leftLater] = [vi.fn(), vi.fn()]
  await change(() => leaveForms(left))
  expect(left).toHaveBeenCalledOnce()

  await change(() => givenTo(ChooseImage, drawn()).onUploading(true))
  await change(() => leaveForms(leftLater))
  expect(leftLater).not.toHaveBeenCalled()
  await change(() => givenTo(Confirm, drawn()).onConfirm())
  expect(leftLater).toHaveBeenCalledOnce()
})
