import { type UserProfilePatch, userProfiles } from '@lintel/contract/people/user-profiles'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { one } from '../api/resource'
import { saveRecord } from '../api/save-record'
import { useSave } from '../api/use-save'
import { saveLocale, startingLocale } from '../i18n/language-choice'
import { activateLocale } from '../i18n/texts'
import { currentUser } from '../session/current-user'
import { chooseColorScheme } from '../ui/theme/color-scheme'

type Preference = Pick<UserProfilePatch, 'language' | 'theme'>

/**
 * Applies a preference at once in this browser and saves it with the account. Guests have no account; if saving fails
 * (shown in a toast), it applies to this browser only.
 */
export function usePreference(user: CurrentUser) {
  const queries = useQueryClient()
  // Saved one after the other, each from the version of the previous one.
  const save = useSave({
    queue: 'preference',
    invalidates: [userProfiles],
    work: async (patch: Preference) => {
      const { record } = await queries.fetchQuery({ ...one(userProfiles, user.id), staleTime: 0 })
      await saveRecord(userProfiles, { id: user.id, version: record.version, patch })
      queries.setQueryData(currentUser.queryKey, (known) => known && { ...known, ...patch })
    },
  })
  return (preference: Preference) => {
    if (preference.theme) chooseColorScheme(preference.theme)
    if (preference.language !== undefined) {
      saveLocale(preference.language ?? undefined)
      // Every selection of the language shows the choice, as after a change of the browser's own languages.
      dispatchEvent(new Event('languagechange'))
      activateLocale(startingLocale())
    }
    if (user.guestOf === null) save.mutate(preference)
  }
}
