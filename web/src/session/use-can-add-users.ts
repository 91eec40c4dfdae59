import { useQuery } from '@tanstack/react-query'
import { installation } from './installation'

/** Whether this installation lets people be added whom it does not know yet; true until it is known. */
export function useCanAddUsers(): boolean {
  const { data } = useQuery(installation)
  return data?.record.canAddUsers !== false
}
