import { useLingui } from '@lingui/react/macro'
import { projectMembers } from '@lintel/contract/people/members'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { all } from '../../api/resource'
import { lastLoginOf } from './last-login'

interface LastLoginsProps {
  user: string
  customer: string
  /** Without it nothing is asked for. */
  isAsked: boolean
  children(lastLogin: (project: string) => ReactNode): ReactNode
}

/** When one person was last in each of their projects, in words. */
export function LastLogins({ user, customer, isAsked, children }: LastLoginsProps) {
  const { t } = useLingui()
  const { data } = useQuery({ ...all(projectMembers, { filter: { user, customer } }), enabled: isAsked })
  const members = new Map(data?.records.map((member) => [member.project, member]))
  return children((project) => {
    const member = members.get(project)
    if (!member) return null
    const last = lastLoginOf(member)
    if (last.said === 'at') return last.minute
    return last.said === 'never' ? t`never` : t`more than a month ago`
  })
}
