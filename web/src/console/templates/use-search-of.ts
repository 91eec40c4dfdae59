import { useState } from 'react'
import type { TemplatesSearch } from './templates-view'

const nothing: Required<TemplatesSearch> = { template: undefined, library: undefined, search: undefined }

const isSame = (one: TemplatesSearch, other: TemplatesSearch) =>
  one.template === other.template && one.library === other.library && one.search === other.search

/**
 * What is chosen in the address, as far as it is of this customer. What was chosen of the customer before is left out until the
 * address, which follows the customer, no longer has it.
 */
export function useSearchOf(customer: string | undefined, search: TemplatesSearch): TemplatesSearch {
  const [last, setLast] = useState<{ customer: string | undefined; left?: TemplatesSearch | undefined }>({ customer })
  const isOfOther = last.customer !== undefined && last.customer !== customer
  const left = isOfOther ? search : last.left && isSame(last.left, search) ? last.left : undefined
  if (last.customer !== customer || last.left !== left) setLast({ customer, left })
  return left ? nothing : search
}
