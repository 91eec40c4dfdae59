import type { Restriction } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { mustVisitProfile } from './current-user'

/** What a person has to do before anything else is answered, and where. */
export const restrictedTo = { password: '/user-profile', secondFactor: '/mfa-setup' } as const satisfies Record<
  Restriction,
  string
>

/** The screen that comes before the project list, and before any next-url is followed; undefined when none does. */
export const firstScreen = (user: CurrentUser): (typeof restrictedTo)[Restriction] | undefined => {
  if (user.restriction) return restrictedTo[user.restriction]
  return mustVisitProfile(user) ? '/user-profile' : undefined
}

/** The search parameters that keep in mind where a person wanted to go. */
export const towards = (nextUrl: string | undefined): { 'next-url'?: string } =>
  nextUrl === undefined ? {} : { 'next-url': nextUrl }

/** Where somebody wanted to go who opened `href` (path and query): its next-url, else itself. */
export function wantedAt(href: string): string | undefined {
  const { pathname, searchParams } = new URL(href, 'https://here.invalid')
  return searchParams.get('next-url') ?? (pathname === '/' ? undefined : href)
}
