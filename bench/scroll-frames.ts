/// <reference lib="dom" />
import type { Browser, CDPSession, Page } from '@playwright/test'
import { median } from './statistics'

/** The scrolled element: the grid or the first tree of a page, the board of cards, or the page itself with the list in it. */
export type ScrollTarget = 'grid' | 'tree' | 'board' | 'page'

/** Pixels scrolled per frame, horizontally and vertically. */
export interface Course {
  across: number
  down: number
}

export const courses = {
  vertical: { across: 0, down: 120 },
  diagonal: { across: 60, down: 120 },
} as const satisfies Record<string, Course>

export const framesOfCourse = 240

/** Cost of a scrolled frame in the page's main thread, in milliseconds. */
export interface FrameCost {
  /** Everything: script, style, layout, painting. */
  all: number
  script: number
  layout: number
}

const onward = { frames: framesOfCourse, isBegin: false, isChecked: false }
const toStart = { ...onward, across: 0, down: 0, frames: 4, isBegin: true }

/** Scrolls from the first cell or row along the course, one step per frame, and returns the cost of a frame. */
export async function scrollFrames(
  page: Page,
  session: CDPSession,
  course: Course,
  target: ScrollTarget = 'grid',
): Promise<FrameCost> {
  await page.evaluate(scrollAlong, { ...toStart, target })
  await session.send('HeapProfiler.collectGarbage')
  const before = await metrics(session)
  await page.evaluate(scrollAlong, { ...onward, ...course, target })
  const after = await metrics(session)
  const each = (...names: string[]) =>
    (names.reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0) * 1_000) / framesOfCourse
  return {
    all: each('TaskDuration'),
    script: each('ScriptDuration'),
    layout: each('LayoutDuration', 'RecalcStyleDuration'),
  }
}

/** A page whose main-thread time is measured, so that other load on the machine does not count. */
export interface MeasuredPage {
  page: Page
  session: CDPSession
}

export async function openMeasurement(page: Page): Promise<MeasuredPage> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session }
}

const rounds = 5

/** Cost of a frame of a course in our page and in one that recycles its elements by hand, measured alternately; milliseconds. */
export async function compareScrolling(
  pages: Record<'ours' | 'bare', MeasuredPage>,
  course: Course,
  target: ScrollTarget = 'grid',
): Promise<Record<'ours' | 'bare', number>> {
  const costs: Record<'ours' | 'bare', FrameCost[]> = { ours: [], bare: [] }
  for (let round = -1; round < rounds; round += 1) {
    // Each one starts equally often, so that other load on the machine affects both. The first round is a warm-up.
    for (const who of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const { page, session } = pages[who]
      await page.bringToFront()
      const cost = await scrollFrames(page, session, course, target)
      if (round >= 0) costs[who].push(cost)
    }
  }
  const of = (who: 'ours' | 'bare', what: keyof FrameCost) => median(costs[who].map((cost) => cost[what]))
  for (const who of ['ours', 'bare'] as const)
    process.stdout.write(
      `  ${who}: ${of(who, 'all').toFixed(2)} ms a frame, script ${of(who, 'script').toFixed(2)}, layout and style ${of(who, 'layout').toFixed(2)}\n`,
    )
  return { ours: of('ours', 'all'), bare: of('bare', 'all') }
}

/** Number of frames of the course with an area whose cell or row is missing, checked just before each frame is painted. */
export async function blankFrames(page: Page, course: Course, target: ScrollTarget = 'grid'): Promise<number> {
  await page.evaluate(scrollAlong, { ...toStart, target })
  return page.evaluate(scrollAlong, { ...onward, ...course, isChecked: true, target })
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of thread time. */
  tdur?: number
  args?: { name?: string }
}

/**
 * The longest task of the page's main thread in the course, in milliseconds of thread time, so that other load does not count. A frame is delayed
 * at most by that.
 */
export async function slowestTask(browser: Browser, page: Page, course: Course): Promise<number> {
  const target = 'grid' as const
  await page.bringToFront()
  await page.evaluate(scrollAlong, { ...toStart, target })
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await page.evaluate(scrollAlong, { ...onward, ...course, target })
  const recorded = (await browser.stopTracing()).toString('utf8')
  const { traceEvents } = JSON.parse(recorded) as { traceEvents: TraceEvent[] }
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const pages = new Set(named.map(({ pid, tid }) => `${pid} ${tid}`))
  const tasks = traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name === 'RunTask' && tdur !== undefined && pages.has(`${pid} ${tid}`) ? [tdur / 1_000] : [],
  )
  if (tasks.length < framesOfCourse) throw new Error('The tasks of the page were not recorded')
  return Math.max(...tasks)
}

/** Records the course, frame by frame and with screenshots, for a browser's performance panel. */
export async function recordScroll(browser: Browser, page: Page, course: Course, path: string): Promise<void> {
  const target = 'grid' as const
  await page.evaluate(scrollAlong, { ...toStart, target })
  await browser.startTracing(page, { path, screenshots: true })
  await page.evaluate(scrollAlong, { ...onward, ...course, target })
  await browser.stopTracing()
}

async function metrics(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

interface Steps extends Course {
  frames: number
  isBegin: boolean
  isChecked: boolean
  target: ScrollTarget
}

/**
 * Runs in the page. The position is set before a frame is painted, and scroll handlers run in the next one, so this is the view of the fastest
 * wheel: with what had been rendered before.
 */
function scrollAlong({ across, down, frames, isBegin, isChecked, target }: Steps): Promise<number> {
  const selector = target === 'board' ? 'section[tabindex]' : `[role=${target}]`
  const box = target === 'page' ? document.documentElement : document.querySelector<HTMLElement>(selector)
  if (!box) throw new Error(`There is no ${target}`)
  if (isBegin) box.scrollTo(0, 0)
  const hasBlankCell = () => {
    const edges = box.getBoundingClientRect()
    const { top, left, right } = edges
    const headBottom = box.firstElementChild?.getBoundingClientRect().bottom ?? top
    // A row of sums stays visible below the others.
    const sums = box.querySelector(`[aria-rowindex="${box.getAttribute('aria-rowcount')}"]:not([data-row])`)
    const bottom = sums?.getBoundingClientRect().top ?? edges.bottom
    const pinnedRight = box.querySelector('[data-row] > div')?.getBoundingClientRect().right ?? left
    const isBlankAt = (x: number, y: number) => {
      const found = document.elementFromPoint(x, y)
      return found !== null && !found.closest('[data-column]') && box.contains(found)
    }
    for (let y = headBottom + 1; y < bottom - 4; y += 20)
      // The line between two rows is no cell.
      for (const x of [left + 60, pinnedRight + 10, (pinnedRight + right) / 2, right - 4])
        if (isBlankAt(x, y) && isBlankAt(x, y + 2)) return true
    return false
  }
  const hasBlankRow = () => {
    for (let y = 1; y < innerHeight; y += 20) {
      const found = document.elementFromPoint(innerWidth / 2, y)
      if (found?.closest('#content ul') && !found.closest('li')) return true
    }
    return false
  }
  const hasBlankCard = () => {
    const { top, bottom } = box.getBoundingClientRect()
    return [...box.querySelectorAll('article')].some((card) => {
      const place = card.getBoundingClientRect()
      return place.bottom > top && place.top < bottom && !card.querySelector('[data-widget]')
    })
  }
  const isBlank = { grid: hasBlankCell, tree: hasBlankRow, page: hasBlankRow, board: hasBlankCard }[target]
  return new Promise((resolve) => {
    let frame = 0
    let blanks = 0
    const step = () => {
      if (frame === frames) return resolve(blanks)
      frame += 1
      box.scrollBy(across, down)
      if (isChecked && isBlank()) blanks += 1
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
