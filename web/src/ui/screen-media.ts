/**
 * The screens that the layout distinguishes (account-portal chapter 9), in CSS pixels, as media queries. Style sheets
 * write them as `@media (--phone)`, which the build replaces (web/build/screen-media.ts); code uses `matchMedia`.
 */
export const screenMedia = {
  /** Below 700 px of width, or below 600 px of height with touch. */
  phone: '((width < 700px) or ((pointer: coarse) and (height < 600px)))',
  /** Enough width for several columns of text. */
  wide: '(width >= 1025px)',
  small: '(width < 1025px)',
  /** Touch input, which needs larger targets. */
  touch: '(pointer: coarse)',
} as const
