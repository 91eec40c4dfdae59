import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../../api/load-error'
import { isProjectOfCustomer } from './board-calls'

/** Why it cannot be determined whether the project of a missing card still belongs to the customer; the card shows its last figures. */
export function AbsenceError({ customer, project }: { customer: string; project: string }) {
  // The board asks (`useRetainedCards`).
  const { error } = useQuery({ ...isProjectOfCustomer(customer, project), enabled: false })
  return error && <LoadError error={error} />
}
