import { useQuery } from '@tanstack/react-query'
import { installation } from './installation'

/** Whether this installation allows adding unknown people; true until it is known. */
export function useCanAddUsers(): boolean {
  const { data } = useQuery(installation)
  return data?.record.canAddUsers !== false
}
