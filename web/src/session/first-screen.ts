import type { Restriction } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { mustVisitProfile } from './current-user'

/** The screens to which a restricted session is sent. */
export const restrictionPaths = { password: '/user-profile', secondFactor: '/mfa-setup' } as const satisfies Record<
  Restriction,
  string
>

/** The screen that must be completed before the project list and before any next-url; undefined when there is none. */
export const firstScreen = (user: CurrentUser): (typeof restrictionPaths)[Restriction] | undefined => {
  if (user.restriction) return restrictionPaths[user.restriction]
  return mustVisitProfile(user) ? '/user-profile' : undefined
}

/** The search parameters that carry the next-url. */
export const nextUrlSearch = (nextUrl: string | undefined): { 'next-url'?: string } =>
  nextUrl === undefined ? {} : { 'next-url': nextUrl }

/** The address that was requested by opening `href` (path and query): its next-url, else itself. */
export function requestedUrl(href: string): string | undefined {
  const { pathname, searchParams } = new URL(href, 'https://here.invalid')
  return searchParams.get('next-url') ?? (pathname === '/' ? undefined : href)
}

/** The redirect to the screen that must be completed before `href`, which then follows; undefined when there is none. */
export function redirectBefore(href: string, user: CurrentUser) {
  const to = firstScreen(user)
  return to && ({ to, search: nextUrlSearch(requestedUrl(href)), replace: true } as const)
}
