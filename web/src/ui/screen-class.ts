import { screenMedia } from './screen-media'

/** Screen classes of the layout (account-portal chapter 9). */
export type ScreenClass = 'mobile' | 'tablet' | 'small' | 'wide'

/** Phone sizes are `mobile`; other touch screens are `tablet`; the rest depends on the width. `matches` evaluates a media query. */
export function screenClass(matches: (query: string) => boolean): ScreenClass {
  if (matches(screenMedia.phone)) return 'mobile'
  if (matches(screenMedia.touch)) return 'tablet'
  return matches(screenMedia.small) ? 'small' : 'wide'
}
