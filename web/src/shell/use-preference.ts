import { type UserProfilePatch, userProfiles } from '@lintel/contract/people/user-profiles'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { one } from '../api/resource'
import { saveRecord } from '../api/save-record'
import { useSave } from '../api/use-save'
import { chosenLocale, saveBrowserLocale, saveLocale, startingLocale } from '../i18n/language-choice'
import { activateLocale } from '../i18n/texts'
import { currentUser } from '../session/current-user'
import { writeChoiceCookie } from '../ui/choice-cookie'
import { chooseColorScheme, chosenColorScheme, deviceChoiceCookie } from '../ui/theme/color-scheme'

type Preference = Required<Pick<UserProfilePatch, 'theme'>> | Required<Pick<UserProfilePatch, 'language'>>

/** What applies in this browser; `isOfBrowser` for what was chosen before the sign-in and is no preference of the account. */
interface Applied {
  preference: Preference
  isOfBrowser: boolean
}

/** The choices of a preference whose saves are not answered: the last one, and what applies again if that one fails. */
interface Unsaved {
  last: Preference
  former: Applied
}

const unsaved: { theme?: Unsaved; language?: Unsaved } = {}

const nameOf = (preference: Preference) => ('theme' in preference ? 'theme' : 'language')

/**
 * Applies a preference at once in this browser and saves it with the account. Guests have no account. If saving fails (shown in a toast),
 * the former choice applies again, unless the person has made another one.
 */
export function usePreference(user: CurrentUser) {
  const queries = useQueryClient()
  // Saved one after the other, each from the version of the previous one.
  const save = useSave({
    queue: 'preference',
    invalidates: [userProfiles],
    work: async (preference: Preference) => {
      try {
        const { record } = await queries.fetchQuery({ ...one(userProfiles, user.id), staleTime: 0 })
        await saveRecord(userProfiles, { id: user.id, version: record.version, patch: preference })
      } catch (error) {
        settle(preference, false)
        throw error
      }
      settle(preference, true)
      queries.setQueryData(currentUser.queryKey, (known) => known && { ...known, ...preference })
    },
  })
  return (preference: Preference) => {
    if (user.guestOf === null) {
      const name = nameOf(preference)
      unsaved[name] = { last: preference, former: unsaved[name]?.former ?? applied(name, user) }
      save.mutate(preference)
    }
    apply({ preference, isOfBrowser: false })
  }
}

/** The preference as it applies now. One that the account leaves to the browser was chosen there. */
function applied(name: keyof typeof unsaved, account: CurrentUser): Applied {
  const theme = chosenColorScheme()
  if (name === 'theme') return { preference: { theme }, isOfBrowser: account.theme === 'system' && theme !== 'system' }
  const language = chosenLocale() ?? null
  return { preference: { language }, isOfBrowser: account.language === null && language !== null }
}

function apply({ preference, isOfBrowser }: Applied): void {
  if ('theme' in preference) {
    chooseColorScheme(preference.theme)
    if (isOfBrowser) writeChoiceCookie(deviceChoiceCookie, '1')
    return
  }
  const { language } = preference
  if (isOfBrowser && language !== null) saveBrowserLocale(language)
  else saveLocale(language ?? undefined)
  // Every selection of the language shows the choice, as after a change of the browser's own languages.
  dispatchEvent(new Event('languagechange'))
  void showLanguage()
}

/** Shows the chosen language; texts that arrive when another one has been chosen are replaced by that one's. */
async function showLanguage(): Promise<void> {
  const locale = startingLocale()
  await activateLocale(locale)
  if (startingLocale() !== locale) await showLanguage()
}

/** Ends the save of a choice. */
function settle(preference: Preference, isSaved: boolean): void {
  const name = nameOf(preference)
  const choices = unsaved[name]
  if (!choices) return
  if (isSaved) choices.former = { preference, isOfBrowser: false }
  if (choices.last !== preference) return
  delete unsaved[name]
  if (!isSaved) apply(choices.former)
}
