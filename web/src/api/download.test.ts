import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { anonymousAuthenticator, setAuthenticator } from './authenticator'
import { download, saveFile } from './download'
import { failedWith, ProofNotAccepted } from './failure'

const sources = path.join(import.meta.dirname, '..')

test('the address of a file outlives the click, for the browser to read it when it gets to it', async () => {
  vi.useFakeTimers()
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  const file = new Blob(['12ab-34cd'], { type: 'text/plain' })
  saveFile(file, 'lintel-recovery-codes.txt')
  expect(link).toMatchObject({ download: 'lintel-recovery-codes.txt' })
  expect(link.click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(50_000)
  expect(await (await fetch(link.href)).text()).toBe('12ab-34cd')
  vi.advanceTimersByTime(10_000)
  await expect(fetch(link.href)).rejects.toThrow()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Downloads a file from a server that refuses the first requests for want of a fresh proof of identity. */
async function downloadRefused({ times, proves }: { times: number; proves: boolean }) {
  const bearers: (string | null)[] = []
  let token = 'first'
  const reauthenticate = vi.fn(async () => {
    token = 'second'
    return proves
  })
  setAuthenticator({ ...anonymousAuthenticator, bearer: async () => token, reauthenticate })
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    bearers.push(new Headers(headers).get('authorization'))
    return bearers.length > times
      ? new Response('name\r\nHarbour\r\n')
      : Response.json({ errors: [{ code: 'stepUpRequired' }] }, { status: 403 })
  })
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  const { createObjectURL } = URL
  const saved: Blob[] = []
  URL.createObjectURL = (file: Blob) => {
    saved.push(file)
    return createObjectURL(file)
  }
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL
    setAuthenticator(anonymousAuthenticator)
    vi.unstubAllGlobals()
  })
  const failure = await download('/export', 'Projects.csv').catch((error: unknown) => error)
  const clicks = link.click.mock.calls.length
  return { failure, bearers, proofs: reauthenticate.mock.calls.length, clicks, name: link.download, saved }
}

test('G9: a download that needs a fresh proof is requested once more with the new token, and saved', async () => {
  const { failure, bearers, proofs, clicks, name, saved } = await downloadRefused({ times: 1, proves: true })
  expect(failure).toBeUndefined()
  expect(proofs).toBe(1)
  expect(bearers).toEqual(['Bearer first', 'Bearer second'])
  expect([clicks, name]).toEqual([1, 'Projects.csv'])
  expect(await saved[0]?.text()).toBe('name\r\nHarbour\r\n')
})

test('G9: who declines the proof for a download gets the refusal; nothing is requested again or saved', async () => {
  const { failure, bearers, proofs, clicks } = await downloadRefused({ times: 1, proves: false })
  expect(failedWith(failure, 'stepUpRequired')).toBe(true)
  expect([proofs, bearers.length, clicks]).toEqual([1, 1, 0])
})

test('G9: a download refused again after a proof is not taken for a proof that was declined', async () => {
  const { failure, bearers, proofs, clicks } = await downloadRefused({ times: 3, proves: true })
  expect(failure).toBeInstanceOf(ProofNotAccepted)
  expect([proofs, bearers.length, clicks]).toEqual([1, 2, 0])
})

test('files are saved in this one way', () => {
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const files = names.filter((name) => /\.tsx?$/.test(name))
  const making = files.filter((file) => /\bcreateObjectURL\b/.test(readFileSync(path.join(sources, file), 'utf8')))
  expect(making.filter((file) => !file.includes('.test.'))).toEqual(['api/download.ts'])
})
