import { type UserProfilePatch, userProfiles } from '@lintel/contract/people/user-profiles'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { one } from '../api/resource'
import { saveRecord } from '../api/save-record'
import { useSave } from '../api/use-save'
import { keepLocale, startingLocale } from '../i18n/language-choice'
import { speak } from '../i18n/texts'
import { currentUser } from '../session/current-user'
import { chooseColorScheme } from '../ui/theme/color-scheme'

type Preference = Pick<UserProfilePatch, 'language' | 'theme'>

/**
 * Takes a preference up at once in this browser and keeps it with the account. A guest has no account to keep it with;
 * when it cannot be kept (said in a toast), it holds for this browser.
 */
export function usePreference(user: CurrentUser) {
  const queries = useQueryClient()
  // One after the other: each is made from the version that the one before it left.
  const keep = useSave({
    queue: 'preference',
    touches: [userProfiles],
    work: async (patch: Preference) => {
      const { record } = await queries.fetchQuery({ ...one(userProfiles, user.id), staleTime: 0 })
      await saveRecord(userProfiles, { id: user.id, version: record.version, patch })
      queries.setQueryData(currentUser.queryKey, (known) => known && { ...known, ...patch })
    },
  })
  return (preference: Preference) => {
    if (preference.theme) chooseColorScheme(preference.theme)
    if (preference.language !== undefined) {
      keepLocale(preference.language ?? undefined)
      speak(startingLocale())
    }
    if (user.guestOf === null) keep.mutate(preference)
  }
}
