import { expect, test, vi } from 'vitest'
import { CallFailure, NoResponse } from './failure'
import { retryUntilAvailable } from './retry-until-available'

const failed = (status: number) => new CallFailure(status, [], undefined)

test('it is read again while no answer comes and the server is away', async () => {
  const read = vi.fn(async () => 'read')
  for (const error of [new NoResponse(undefined), failed(502), failed(503), failed(504)])
    read.mockRejectedValueOnce(error)
  expect(await retryUntilAvailable(read, 1)).toBe('read')
  expect(read).toHaveBeenCalledTimes(5)
})

test.each([401, 404, 429, 500])('what the server answers on purpose is told: %i', async (status) => {
  const read = vi.fn(() => Promise.reject(failed(status)))
  await expect(retryUntilAvailable(read, 1)).rejects.toMatchObject({ status })
  expect(read).toHaveBeenCalledTimes(1)
})
