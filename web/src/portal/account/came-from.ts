import type { HistoryState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The part of the account page that a step was begun on. */
    cameFrom?: '/user-profile' | undefined
  }
}

/** Where a step of the second factor leads back to when nothing comes of it: the part that it was begun on. */
export const partBefore = ({ cameFrom }: Pick<HistoryState, 'cameFrom'>): '/user-profile' | '/second-factor' =>
  cameFrom ?? '/second-factor'
