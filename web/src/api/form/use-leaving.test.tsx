import { type ComponentProps, isValidElement, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { Confirm } from '../../ui/confirm'
import { drawForm } from './draw-form'
import { leaveForms } from './leavers'
import { useLeaving } from './use-leaving'

/** A screen with two forms, of which some are typed into. */
const screenWith = (...typed: ('policy' | 'domain')[]) =>
  drawForm(() => {
    const [isPolicyTyped, setPolicyTyped] = useState(typed.includes('policy'))
    const policy = useLeaving(isPolicyTyped, 'Leave the policy?')
    const domain = useLeaving(typed.includes('domain'), 'Leave the domain?')
    const questions = [policy.question, domain.question].flatMap((question) =>
      isValidElement<ComponentProps<typeof Confirm>>(question) ? question.props : [],
    )
    return { policy, setPolicyTyped, questions }
  })

test('what takes the screen away is done at once where nothing was typed', async () => {
  const { drawn, change } = await screenWith()
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(then).toHaveBeenCalledOnce()
  expect(drawn().questions).toEqual([])
})

test('each form that was typed into is asked before the screen is taken away, and only Leave does it', async () => {
  const { drawn, change } = await screenWith('policy', 'domain')
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(drawn().questions).toMatchObject([{ title: 'Leave the policy?' }])
  await change(() => drawn().questions[0]?.onCancel())
  expect(drawn().questions).toEqual([])

  await change(() => leaveForms(then))
  await change(() => drawn().questions[0]?.onConfirm())
  expect(drawn().questions).toMatchObject([{ title: 'Leave the domain?' }])
  expect(then).not.toHaveBeenCalled()
  await change(() => drawn().questions[0]?.onConfirm())
  expect(drawn().questions).toEqual([])
  expect(then).toHaveBeenCalledOnce()
})

test('a form is asked about what is typed by then', async () => {
  const { drawn, change } = await screenWith('policy')
  await change(() => drawn().setPolicyTyped(false))
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(then).toHaveBeenCalledOnce()
})
