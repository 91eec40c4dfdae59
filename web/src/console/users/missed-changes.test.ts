import { expect, onTestFinished, test, vi } from 'vitest'
import { createTableUpdater } from './live-table'
import { TableVersions } from './table-versions'

test('missed changes and changes of the table are read by turns, and what was missed is read with the table', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reads: string[] = []
  const { onChange, onReload } = createTableUpdater({
    versions: new TableVersions(() => {}),
    table: () => undefined,
    readMember: async () => undefined,
    readProject: async () => new Map(),
    isPending: () => false,
    waitUntilSettled: async () => {},
    isLocal: () => false,
    onType: () => {},
    async reload(what) {
      reads.push(`${what} begins`)
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      reads.push(`${what} ends`)
    },
  })
  const changeProject = (version: number) => onChange({ type: 'projects', id: 'new', version })
  onReload()
  await vi.advanceTimersByTimeAsync(200)
  for (let version = 0; version < 20; version += 1) {
    onReload()
    changeProject(version)
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  changeProject(20)
  await vi.advanceTimersByTimeAsync(10_000)
  const of = (what: string) => [`${what} begins`, `${what} ends`]
  expect(reads).toEqual([...of('everything'), ...of('everything'), ...of('table')])
})
