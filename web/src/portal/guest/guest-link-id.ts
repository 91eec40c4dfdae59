/** The unguessable id of a guest link, `/guest?id=…`; undefined for every other page. */
export const guestLinkId = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined =>
  /^\/guest\/?$/.test(pathname) ? (new URLSearchParams(search).get('id') ?? undefined) : undefined
