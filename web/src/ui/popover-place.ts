/** Between a panel and its button, and between a panel and the edge of the window, in pixels. */
const gap = 6
const margin = 8

/** Puts a fixed panel below its button, above where there is no room, and never over the edge of the window. */
export function placeBeside(panel: HTMLElement, button: DOMRect, align: 'start' | 'end'): void {
  const { clientWidth, clientHeight } = document.documentElement
  const { style, offsetWidth, scrollHeight } = panel
  const left = align === 'end' ? button.right - offsetWidth : button.left
  const roomBelow = clientHeight - margin - button.bottom - gap
  const roomAbove = button.top - gap - margin
  const isAbove = scrollHeight > roomBelow && roomAbove > roomBelow
  const room = isAbove ? roomAbove : roomBelow
  style.left = `${Math.max(margin, Math.min(left, clientWidth - margin - offsetWidth))}px`
  style.top = `${isAbove ? button.top - gap - Math.min(scrollHeight, room) : button.bottom + gap}px`
  style.maxHeight = `${Math.max(room, 0)}px`
}
