import type { HistoryState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The section of the account page from which a step was opened. */
    cameFrom?: '/user-profile' | undefined
  }
}

/** The path to return to when a step of the second factor is cancelled: the section it was opened from. */
export const returnPath = ({ cameFrom }: Pick<HistoryState, 'cameFrom'>): '/user-profile' | '/second-factor' =>
  cameFrom ?? '/second-factor'
