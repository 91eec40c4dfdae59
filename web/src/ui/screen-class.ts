import { screenMedia } from './screen-media'

/** What the layout asks about a screen (account-portal chapter 9). */
export type ScreenClass = 'mobile' | 'tablet' | 'small' | 'wide'

/** Mobile first; touch and not mobile is a tablet; the rest by width. `matches` says whether a media query holds. */
export function screenClass(matches: (query: string) => boolean): ScreenClass {
  if (matches(screenMedia.phone)) return 'mobile'
  if (matches(screenMedia.touch)) return 'tablet'
  return matches(screenMedia.small) ? 'small' : 'wide'
}
