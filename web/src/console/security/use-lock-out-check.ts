import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormDraft } from '../../api/form/use-draft'
import { useIsLeft } from '../../api/form/use-is-left'
import { useSave } from '../../api/use-save'
import { policyPreview } from './policy-preview-query'
import type { PolicyValues } from './policy-values'

interface LockOutCheckOptions {
  customer: string
  draft: Pick<FormDraft<PolicyValues>, 'values' | 'isDirty'>
  /** The confirmation before leaving the form is open. */
  isLeaving: boolean
  save(): void
}

/** Saves a policy after checking that it does not lock out the current user. Nothing is saved if the form is left or reset during the check. */
export function useLockOutCheck({ customer, draft, isLeaving, save }: LockOutCheckOptions) {
  const queries = useQueryClient()
  const isLeft = useIsLeft()
  const [status, setStatus] = useState<'rest' | 'asking' | 'locksOut'>('rest')
  // Checked again on submit: the preview may be outdated by then.
  const check = useSave({
    work: (checkedValues: PolicyValues) =>
      queries.fetchQuery({ ...policyPreview(customer, checkedValues), staleTime: 0 }),
    onSaved({ locksOutMaker }, checkedValues) {
      if (status !== 'asking') return
      if (isLeft() || isLeaving || !draft.isDirty) return setStatus('rest')
      // Values changed during the check are checked as well, before anything is saved.
      if (JSON.stringify(checkedValues) !== JSON.stringify(draft.values)) return check.mutate(draft.values)
      setStatus(locksOutMaker ? 'locksOut' : 'rest')
      if (!locksOutMaker) save()
    },
  })
  return {
    check() {
      setStatus('asking')
      check.mutate(draft.values)
    },
    isChecking: status === 'asking' && check.isPending,
    /** The policy would lock out the current user, who has to confirm it. */
    locksOut: status === 'locksOut',
    /** Cancels the check without saving. */
    close: () => setStatus('rest'),
  }
}
