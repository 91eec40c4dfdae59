import { useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type CustomerUserProfile, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldWords, useConflicts } from '../../api/form/use-conflicts'
import { useDraft, useDrafts } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { useRecentChanges, whoChanged, whoDeleted } from '../../api/form/who-changed'
import { all } from '../../api/resource'
import { mayBeSaved, memberGround, memberValues } from './member-draft'
import { type ProfileValues, profileGround, profilePatch, profileValues, valuesOf } from './profile-form'
import { saveUser } from './save-user'
import { useMemberWords } from './use-member-words'
import { useWhoGave } from './who-gave'

interface UserDraftTerms {
  customer: string
  /** Whom it is about; undefined for somebody new. */
  user: string | undefined
  projectName(id: string): string
  words: FieldWords<ProfileValues>
  onSaved(set: ChangeSet | undefined): void
  /** Closes the form, unless it has been left meanwhile. */
  leave(): void
}

/** What is stored of a person. */
interface UserGround {
  profile: CustomerUserProfile | undefined
  members: readonly ProjectMember[]
}

/** What is typed about one person, profile and memberships, on what is stored of them; saved as one step. */
export function useUserDraft({ customer, user, projectName, words, onSaved, leave }: UserDraftTerms) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { timeZone, reading: loginMethods } = useLoginMethods(customer)
  const isNew = user === undefined
  const email = user ?? ''
  const ofProfile = all(customerUserProfiles, { filter: { customer, user: email } })
  const ofMembers = all(projectMembers, {
    filter: { customer, user: email },
    include: ['project'],
    fields: { [projects.type]: ['providers'] },
  })
  const known = useQuery({ ...ofProfile, enabled: !isNew, refetchOnMount: 'always' })
  const memberships = useQuery({ ...ofMembers, enabled: !isNew, refetchOnMount: 'always' })
  const ground: UserGround = { profile: known.data?.records[0], members: memberships.data?.records ?? [] }
  // Who has deleted it is asked by its id, once it is gone.
  const [profileId, rememberProfile] = useState(ground.profile?.id)
  if (profileId === undefined && ground.profile) rememberProfile(ground.profile.id)
  const members = new Map(ground.members.map((member) => [member.project, member]))

  const profile = useDraft(profileGround(ground.profile, email), { isRead: isNew || known.data !== undefined })
  const roles = useDrafts((project) => memberGround(members.get(project), timeZone))

  const disputed = roles.touched.filter(({ conflicts }) => conflicts.length > 0)
  const changes = useRecentChanges(
    [
      { customer, subject: email },
      // An event of a profile that is gone does not name the person any more.
      ...(profileId === undefined ? [] : [{ customer, targetType: customerUserProfiles.type, target: profileId }]),
    ],
    [ground.profile?.version, ...disputed.map(({ key }) => members.get(key)?.version)].join(),
    !isNew && (profile.isGone || profile.conflicts.length > 0 || disputed.length > 0),
  )
  const regranted = disputed.filter(({ conflicts }) => conflicts.some(({ field }) => field === 'level'))
  const removed = roles.touched.filter(({ isGone }) => isGone)
  const whoGave = useWhoGave(
    email,
    [...regranted, ...removed].map(({ key }) => ({ project: key, version: members.get(key)?.version })),
  )
  const form = useFormFields({
    draft: profile,
    schema: isNew ? profileValues : profileValues.omit({ email: true }),
    ...words,
    by: (field, value) =>
      whoChanged(changes, {
        id: ground.profile?.id ?? '',
        field,
        value,
        valuesOf: (fields) => valuesOf(fields, email),
      }),
    aliases: { user: 'email' },
  })
  const memberWords = useMemberWords(customer)
  const inWords = useConflicts()
  const conflictsOf = (project: string) => {
    const name = projectName(project)
    return inWords(roles.of(project), {
      label(field) {
        const label = memberWords.label(field)
        return t`${label} in ${name}`
      },
      textOf: memberWords.textOf,
      by: (field, value) =>
        field === 'level'
          ? whoGave(project)
          : whoChanged(changes, {
              id: members.get(project)?.id ?? '',
              field,
              value,
              valuesOf: (fields) => memberValues(fields, timeZone),
            }),
    }).map((conflict) => ({ ...conflict, key: `${project} ${conflict.key}` }))
  }

  const save = useDraftSave<UserGround, ChangeSet | undefined>({
    ground,
    send: (now) => saveUser(changesOn(now)),
    async readAgain() {
      if (isNew) return ground
      const [read, others] = await Promise.all([
        queries.fetchQuery({ ...ofProfile, staleTime: 0 }),
        queries.fetchQuery({ ...ofMembers, staleTime: 0 }),
      ])
      return { profile: read.records[0], members: others.records }
    },
    isDisputed: (now) =>
      [profile.on(profileGround(now.profile, email)), ...rolesOn(now).map(({ view }) => view)].some(
        ({ conflicts, isGone, isTyped }) => conflicts.length > 0 || (isGone && isTyped),
      ),
    touches: [customerUserProfiles, projectMembers],
    onRefused: form.refuse,
    onSaved(set) {
      // Opened again, it is read anew: beside what was read before, what was saved would pass for somebody else's change.
      for (const { queryKey } of [ofProfile, ofMembers]) queries.removeQueries({ queryKey, exact: true })
      onSaved(set)
    },
    leave,
  })

  /** The memberships that were typed into, on what is stored by now. */
  const rolesOn = (now: UserGround) =>
    roles.touched.map((draft) => {
      const member = now.members.find(({ project }) => project === draft.key)
      const under = memberGround(member, timeZone)
      return { project: draft.key, member, before: under.values, view: draft.on(under) }
    })

  function changesOn(now: UserGround) {
    const view = profile.on(profileGround(now.profile, email))
    return {
      customer,
      isNew,
      email: user ?? view.values.email.trim().toLowerCase(),
      profile: now.profile && { version: view.version ?? now.profile.version },
      patch: view.isTyped ? profilePatch(view.changes) : undefined,
      roles: rolesOn(now).map(({ project, member, before, view: { values, version } }) => ({
        project,
        member: member && { version: version ?? member.version },
        before,
        wanted: values,
      })),
    }
  }

  const today = dayOf(Date.now(), timeZone)
  return {
    profile,
    form,
    roles,
    members,
    /** The way by which the directory writes the profile, where it does. */
    directorySource: ground.profile?.directorySource ?? undefined,
    /** Login methods of the projects that the person is in, by project id. */
    methods: new Map(memberships.data?.included.map(({ id, providers }) => [id, providers as string[]])),
    save,
    readings: [
      { what: t`Profile`, isRead: isNew || known.data !== undefined, error: known.error },
      { what: t`Projects`, isRead: isNew || memberships.data !== undefined, error: memberships.error },
      loginMethods,
    ],
    isTyped: profile.isTyped || roles.isTyped,
    mayBeSaved: roles.touched.every(({ values }) => mayBeSaved(values, today)),
    conflicts: [...form.conflicts, ...disputed.flatMap(({ key }) => conflictsOf(key))],
    noteOf: (project: string) => conflictsOf(project)[0]?.note,
    /** What was typed into and is gone by now, in words, and by whom where that is known. */
    gone: [
      ...(profile.isGone && profile.isTyped
        ? [[t`the profile`, whoDeleted(changes, profileId ?? '')].filter(Boolean).join(' – ')]
        : []),
      ...removed.map(({ key }) => [projectName(key), whoGave(key)].filter(Boolean).join(' – ')),
    ],
  }
}
