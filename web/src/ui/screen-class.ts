/** What the layout asks about a screen (account-portal chapter 9). */
export type ScreenClass = 'mobile' | 'tablet' | 'small' | 'wide'

interface Screen {
  width: number
  height: number
  hasTouch: boolean
}

/** Below 700 px of width, or below 600 px of height with touch; in CSS pixels. */
const isMobile = ({ width, height, hasTouch }: Screen) => width < 700 || (hasTouch && height < 600)

/** Mobile first; touch and not mobile is a tablet; below 1025 px of width is small. */
export function screenClass(screen: Screen): ScreenClass {
  if (isMobile(screen)) return 'mobile'
  if (screen.hasTouch) return 'tablet'
  return screen.width < 1025 ? 'small' : 'wide'
}
