import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { isConnected, probe, recordResponse, watchConnection, whenConnected } from './connection'

const far = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', far)
})
const away = () => far.mockRejectedValue(new TypeError('Failed to fetch'))
const there = () => far.mockResolvedValue(new Response('[]'))

afterEach(() => {
  recordResponse()
  far.mockReset()
  vi.useRealTimers()
})

test('a call without an answer is no missing network as long as the server answers otherwise', async () => {
  there()
  await probe()
  expect(isConnected()).toBe(true)
  away()
  await probe()
  expect(isConnected()).toBe(false)
})

test('the server is asked again and again until it answers, and whoever waits goes on then', async () => {
  vi.useFakeTimers()
  away()
  await probe()
  const heard: boolean[] = []
  const stop = watchConnection(() => heard.push(isConnected()))
  let goesOn = false
  const waiting = whenConnected().then(() => {
    goesOn = true
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(far.mock.calls.length).toBeGreaterThan(2)
  expect([goesOn, heard]).toEqual([false, []])
  there()
  await vi.advanceTimersByTimeAsync(10_000)
  await waiting
  expect([goesOn, heard]).toEqual([true, [true]])
  const asked = far.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(far.mock.calls.length).toBe(asked)
  stop()
})

test('a question that hangs is given up, and is asked again', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  far.mockImplementation((_, init) =>
    init?.signal?.aborted ? Promise.reject(init.signal.reason) : new Promise(() => {}),
  )
  await probe()
  expect(isConnected()).toBe(false)
  there()
  await probe()
  expect(isConnected()).toBe(true)
})

test('many calls that fail at once ask the server once', async () => {
  away()
  await Promise.all([probe(), probe(), probe()])
  expect(far).toHaveBeenCalledTimes(1)
})

test('an answer to any call says that the server is there again', async () => {
  away()
  await probe()
  recordResponse()
  expect(isConnected()).toBe(true)
})

test('an answer that was on its way when the network went is no sign that it is back', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  away()
  await probe()
  recordResponse()
  await probe()
  expect(isConnected()).toBe(false)
  vi.stubGlobal('navigator', { onLine: true })
})
