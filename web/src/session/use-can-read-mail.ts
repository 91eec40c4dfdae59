import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useQuery } from '@tanstack/react-query'
import { installation } from './installation'

/** Whether people can read the mails of this installation: otherwise they wait in a folder of its server. True until it is known. */
export function useCanReadMail(): boolean {
  const { data } = useQuery(installation)
  return data === undefined || canReadMail(data.record)
}
