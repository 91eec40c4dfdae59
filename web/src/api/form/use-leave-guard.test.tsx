import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, isValidElement, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import type { Confirm } from '../../ui/confirm'
import { changesOnly } from './changes-only'
import { leaveForms } from './leave-guards'
import { setLeavingForProof } from './leaving-for-proof'
import { useLeaveGuard } from './use-leave-guard'

/** A screen with two forms, some of them with unsaved changes. */
const screenWith = (...typed: ('policy' | 'domain')[]) =>
  renderForm(() => {
    const [isPolicyTyped, setPolicyTyped] = useState(typed.includes('policy'))
    const policy = useLeaveGuard(isPolicyTyped, { title: 'Leave the policy?' })
    const domain = useLeaveGuard(typed.includes('domain'), { title: 'Leave the domain?' })
    const questions = [policy.question, domain.question].flatMap((question) =>
      isValidElement<ComponentProps<typeof Confirm>>(question) ? question.props : [],
    )
    return { policy, setPolicyTyped, questions }
  })

test('what takes the screen away is done at once where nothing was typed', async () => {
  const { current: rendered, change } = await screenWith()
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(then).toHaveBeenCalledOnce()
  expect(rendered().questions).toEqual([])
})

test('each form that was typed into is asked before the screen is taken away, and only Leave does it', async () => {
  const { current: rendered, change } = await screenWith('policy', 'domain')
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(rendered().questions).toMatchObject([{ title: 'Leave the policy?' }])
  await change(() => rendered().questions[0]?.onCancel())
  expect(rendered().questions).toEqual([])

  await change(() => leaveForms(then))
  await change(() => rendered().questions[0]?.onConfirm())
  expect(rendered().questions).toMatchObject([{ title: 'Leave the domain?' }])
  expect(then).not.toHaveBeenCalled()
  await change(() => rendered().questions[0]?.onConfirm())
  expect(rendered().questions).toEqual([])
  expect(then).toHaveBeenCalledOnce()
})

test('a form is asked about what is typed by then', async () => {
  const { current: rendered, change } = await screenWith('policy')
  await change(() => rendered().setPolicyTyped(false))
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(then).toHaveBeenCalledOnce()
})

/** An edited form at /form?edit=true, and the navigations of its router. */
const formKeptOn = async (keptOn?: readonly string[]) => {
  const form = await renderForm(() => ({
    history: useRouter().history,
    question: useLeaveGuard(true, keptOn && { keeps: changesOnly(...keptOn) }).question,
  }))
  await form.change(({ history }) => history.replace('/form?edit=true', undefined, { ignoreBlocker: true }))
  const { current: rendered } = form
  const shown = () => ({ address: rendered().history.location.href, isAsked: Boolean(rendered().question) })
  return { ...form, shown }
}

test('a navigation that changes only a parameter on which the form is kept asks nothing', async () => {
  const { change, shown } = await formKeptOn(['search'])
  for (const address of ['/form?search=quay&edit=true', '/form?edit=true&search=harbour', '/form?edit=true']) {
    await change(({ history }) => history.replace(address))
    expect(shown()).toEqual({ address, isAsked: false })
  }
})

test.each([
  ['another parameter', '/form?search=quay', ['search']],
  ['a parameter more', '/form?edit=true&search=quay&customer=north', ['search']],
  ['the screen', '/elsewhere?edit=true', ['search']],
  ['any parameter of a form that is kept on none', '/form?edit=true&search=quay', undefined],
])('a navigation that changes %s asks first', async (_, address, keptOn) => {
  const { change, shown } = await formKeptOn(keptOn)
  await change(({ history }) => history.push(address))
  expect(shown()).toEqual({ address: '/form?edit=true', isAsked: true })
})

/** An edited form of a screen, and whether the browser asks before its tab is closed. */
async function formWhile(isSaving: boolean) {
  let asksBeforeUnload = () => false
  const form = await renderForm(() => {
    const { history } = useRouter()
    history.block = ({ enableBeforeUnload }) => {
      if (typeof enableBeforeUnload === 'function') asksBeforeUnload = enableBeforeUnload
      return () => undefined
    }
    return useLeaveGuard(true, { isSaving })
  })
  return { ...form, asksBeforeUnload: () => asksBeforeUnload() }
}

test.each([
  ['is asked about by the page and by the browser', false],
  ['is asked about by the browser alone while it is saved: within the page the save goes on', true],
])('what was typed %s', async (_, isSaving) => {
  const { current, change, asksBeforeUnload } = await formWhile(isSaving)
  expect(asksBeforeUnload()).toBe(true)
  const then = vi.fn()
  await change(({ leave }) => leave(then))
  expect(then).toHaveBeenCalledTimes(isSaving ? 1 : 0)
  expect(Boolean(current().question)).toBe(!isSaving)
})

test.each([
  ['that is being saved is left without a question', true],
  ['beside the one that is being saved is asked about', false],
])('on the way to a proof of identity a form %s', async (_, isSaving) => {
  const { asksBeforeUnload } = await formWhile(isSaving)
  onTestFinished(() => setLeavingForProof(false))
  setLeavingForProof(true)
  expect(asksBeforeUnload()).toBe(!isSaving)
  setLeavingForProof(false)
  expect(asksBeforeUnload()).toBe(true)
})
