import { expect, test } from 'vitest'
import { type PushPlugin, registerForPush } from './push-registration'

type Heard = (said: { value: string } & { error: string }) => void

/** A phone in the hand: what the person decided, and what the system then says. */
function phone(decision: 'granted' | 'denied', { before = 'prompt', says = 'token' as 'token' | 'error' | 'nothing' }) {
  const listeners = new Map<string, Heard>()
  const asked: string[] = []
  const plugin: PushPlugin = {
    checkPermissions: async () => ({ receive: before as 'prompt' | 'granted' | 'denied' }),
    requestPermissions: async () => {
      asked.push('permission')
      return { receive: decision }
    },
    addListener: async (event: string, heard: Heard) => {
      listeners.set(event, heard)
      return { remove: async () => void listeners.delete(event) }
    },
    register: async () => {
      asked.push('token')
      if (says === 'token') listeners.get('registration')?.({ value: 'abc', error: '' })
      if (says === 'error') listeners.get('registrationError')?.({ value: '', error: 'no network' })
    },
  }
  return { plugin, listeners, asked }
}

test('a person who allows it gives the device’s token, and nothing listens afterwards', async () => {
  const { plugin, listeners, asked } = phone('granted', {})
  expect(await registerForPush(plugin)).toEqual({ result: 'registered', token: 'abc' })
  expect(asked).toEqual(['permission', 'token'])
  expect(listeners.size).toBe(0)
})

test('who allowed it before is not asked again', async () => {
  const { plugin, asked } = phone('granted', { before: 'granted' })
  expect(await registerForPush(plugin)).toMatchObject({ result: 'registered' })
  expect(asked).toEqual(['token'])
})

test('who refuses, now or before, is left alone', async () => {
  for (const before of ['prompt', 'denied']) {
    const { plugin, asked } = phone('denied', { before })
    expect(await registerForPush(plugin)).toEqual({ result: 'refused' })
    expect(asked).not.toContain('token')
  }
})

test('a phone that fails, or never answers, says why and leaves nothing listening', async () => {
  const failing = phone('granted', { says: 'error' })
  expect(await registerForPush(failing.plugin)).toEqual({ result: 'failed', reason: 'no network' })
  const silent = phone('granted', { says: 'nothing' })
  expect(await registerForPush(silent.plugin, 10)).toEqual({ result: 'failed', reason: 'The phone did not answer' })
  expect([failing.listeners.size, silent.listeners.size]).toEqual([0, 0])
})

test('a wrapper without the plugin fails quietly', async () => {
  const { plugin } = phone('granted', {})
  const broken: PushPlugin = { ...plugin, checkPermissions: () => Promise.reject(new Error('not implemented')) }
  expect(await registerForPush(broken)).toEqual({ result: 'failed', reason: 'not implemented' })
})
