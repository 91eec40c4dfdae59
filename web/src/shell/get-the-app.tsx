import { shortenStoreLink } from '@lintel/contract/settings/short-links'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask'
import { native } from '../native/native'
import { storeOf } from '../session/device'
import { AppLink } from '../ui/app-link'

const linkTo = (target: 'ios' | 'android') =>
  queryOptions({
    queryKey: ['store-link', target],
    queryFn: ({ signal }) => ask(shortenStoreLink, { body: { target }, signal }),
    // The same target has the same link for good.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** On a phone's browser: the way to the app in that phone's store, where the operator has one there. */
export function GetTheApp() {
  const store = native().platform === 'web' ? storeOf(navigator) : undefined
  return store && <StoreLink store={store} />
}

function StoreLink({ store }: { store: 'ios' | 'android' }) {
  const link = useQuery(linkTo(store))
  return link.isSuccess && <AppLink address={link.data.url} />
}
