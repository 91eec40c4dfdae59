import { useEffect, useEffectEvent, useState } from 'react'
import type { TemplatesSearch } from './templates-view'

const nothing: Required<TemplatesSearch> = { template: undefined, library: undefined, search: undefined }

const isSame = (one: TemplatesSearch, other: TemplatesSearch) =>
  one.template === other.template && one.library === other.library && one.search === other.search

/**
 * What is chosen in the address, as far as it is of this customer. What was chosen of the customer before is cleared by a navigation, and
 * left out until it has been.
 */
export function useSearchOf(
  customer: string | undefined,
  search: TemplatesSearch,
  onSearch: (change: TemplatesSearch) => void,
): TemplatesSearch {
  const [last, setLast] = useState<{ customer: string | undefined; left?: TemplatesSearch | undefined }>({ customer })
  const isOfOther = last.customer !== undefined && last.customer !== customer
  const left = isOfOther ? search : last.left && isSame(last.left, search) ? last.left : undefined
  if (last.customer !== customer || last.left !== left) setLast({ customer, left })
  const clear = useEffectEvent(() => onSearch(nothing))
  // The address is outside React.
  useEffect(() => {
    if (left) clear()
  }, [left])
  return left ? nothing : search
}
