import { shortenStoreLink } from '@lintel/contract/settings/short-links'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/call-api'
import { native } from '../native/native'
import { storeOf } from '../session/device'
import { AppLink } from '../ui/app-link'

const storeLinkQuery = (target: 'ios' | 'android') =>
  queryOptions({
    queryKey: ['store-link', target],
    queryFn: ({ signal }) => callApi(shortenStoreLink, { body: { target }, signal }),
    // The link of a target never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** In a phone's browser: link to the app in its store, if the operator has one there. */
export function GetTheApp() {
  const store = native().platform === 'web' ? storeOf(navigator) : undefined
  return store && <StoreLink store={store} />
}

function StoreLink({ store }: { store: 'ios' | 'android' }) {
  const link = useQuery(storeLinkQuery(store))
  return link.isSuccess && <AppLink address={link.data.url} />
}
