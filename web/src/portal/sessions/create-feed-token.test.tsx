import type { ReactElement } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../api/form/render-form'
import { ProblemNotice } from '../../api/problem-notice'
import { useVisibleToasts } from '../../api/render-hook'
import { beginSession, leaveSession } from '../../session/session'
import { CreateFeedToken } from './create-feed-token'

const tokens = {
  result: 'SUCCESS' as const,
  idToken: 'a.b.c',
  accessToken: 'a',
  tokenType: 'Bearer' as const,
  expiresIn: 3_600,
  logoutWhenIdle: false,
  idleSeconds: 1_209_600,
}

type Dialog = ReactElement<{ actions: ReactElement<{ children: ReactElement<{ onClick(): void }>[] }> }>

/** The dialog of a remembered session, with a server that refuses to create a token. */
async function refusedToken() {
  beginSession(tokens)
  onTestFinished(leaveSession)
  const refusal = { errors: [{ status: '403', code: 'forbidden' }] }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }))
  const form = await renderForm(() => ({
    dialog: CreateFeedToken({ customers: [{ id: 'north', name: 'North' }], onClose: () => {} }) as Dialog,
    toasts: useVisibleToasts(),
  }))
  return {
    navigateAway: form.navigateAway,
    async create() {
      await form.change(({ dialog }) => dialog.props.actions.props.children.at(-1)?.props.onClick())
      await form.saved()
    },
    noticed: () => propsOf(ProblemNotice, form.current().dialog).error,
    said: () => form.current().toasts.map(({ text }) => text),
  }
}

const reason = 'You are not allowed to do this.'

test('why no token is created is told by the dialog alone', async () => {
  const { create, noticed, said } = await refusedToken()
  await create()
  expect(noticed()).toMatchObject({ code: 'forbidden' })
  expect(said()).toEqual([])
})

test('whoever has left the dialog is told in a toast that no token is created', async () => {
  const { create, navigateAway, said } = await refusedToken()
  navigateAway()
  await create()
  expect(said()).toEqual([reason])
})
