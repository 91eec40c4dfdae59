import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { saveFile } from './download'

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

test('files are saved in this one way', () => {
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const files = names.filter((name) => /\.tsx?$/.test(name))
  const making = files.filter((file) => /\bcreateObjectURL\b/.test(readFileSync(path.join(sources, file), 'utf8')))
  expect(making.filter((file) => !file.includes('.test.'))).toEqual(['api/download.ts'])
})
