import { useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type CustomerUserProfile, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StaleRecordError } from '../../api/failure'
import { type FieldDescriptions, useConflicts } from '../../api/form/use-conflicts'
import { type EditedDraft, type FormDraft, type FormDrafts, useDraft, useDrafts } from '../../api/form/use-draft'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { useRebasedSave } from '../../api/form/use-rebased-save'
import { useRecentChanges, whoChanged, whoDeleted } from '../../api/form/who-changed'
import { all } from '../../api/resource'
import { userChangeSets } from './apply-and-remember'
import { isSavable, type MemberValues, memberBaseline, memberValues, storedMember } from './member-draft'
import { type ProfileValues, profileBaseline, profilePatch, profileValues, valuesOf } from './profile-form'
import { saveUser } from './save-user'
import { useMemberLabels } from './use-member-labels'
import { useRoleGranters } from './use-role-granters'

interface UserDraftOptions {
  customer: string
  /** Email of the person; undefined for a new one. */
  user: string | undefined
  projectName(id: string): string
  descriptions: FieldDescriptions<ProfileValues>
  onSaved(set: ChangeSet | undefined): void
  /** Closes the form, unless it has already been left. */
  leave(): void
}

/** Stored data of a person. */
interface UserBaseline {
  profile: CustomerUserProfile | undefined
  members: readonly ProjectMember[]
}

/** The drafts of the profile and of the memberships. */
interface EditedUser extends EditedDraft {
  profile: FormDraft<ProfileValues>
  roles: FormDrafts<MemberValues>
  isEditedSince(sent: EditedUser): boolean
  continueFrom(sent: EditedUser): void
}

/** Draft of a person's profile and memberships, saved together. */
export function useUserDraft({ customer, user, projectName, descriptions, onSaved, leave }: UserDraftOptions) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { timeZone, loadState: loginMethods } = useLoginMethods(customer)
  const isNew = user === undefined
  const email = user ?? ''
  const profileQuery = all(customerUserProfiles, { filter: { customer, user: email } })
  const membersQuery = all(projectMembers, {
    filter: { customer, user: email },
    include: ['project'],
    fields: { [projects.type]: ['providers'] },
  })
  const profileResult = useQuery({ ...profileQuery, enabled: !isNew, refetchOnMount: 'always' })
  const memberships = useQuery({ ...membersQuery, enabled: !isNew, refetchOnMount: 'always' })
  const baseline: UserBaseline = { profile: profileResult.data?.records[0], members: memberships.data?.records ?? [] }
  // The id is needed to look up who deleted the profile.
  const [profileId, rememberProfile] = useState(baseline.profile?.id)
  if (profileId === undefined && baseline.profile) rememberProfile(baseline.profile.id)
  const members = new Map(baseline.members.map((member) => [member.project, member]))

  const profile = useDraft(profileBaseline(baseline.profile, email), {
    isLoaded: isNew || profileResult.data !== undefined,
  })
  const roles = useDrafts((project) => memberBaseline(members.get(project), timeZone), { storedBy: storedMember })

  const disputed = roles.touched.filter(({ conflicts }) => conflicts.length > 0)
  const changes = useRecentChanges(
    [
      { customer, subject: email },
      // Events of a deleted profile no longer contain the person's email.
      ...(profileId === undefined ? [] : [{ customer, targetType: customerUserProfiles.type, target: profileId }]),
    ],
    [baseline.profile?.version, ...disputed.map(({ key }) => members.get(key)?.version)].join(),
    !isNew && (profile.isDeleted || profile.conflicts.length > 0 || disputed.length > 0),
  )
  const regranted = disputed.filter(({ conflicts }) => conflicts.some(({ field }) => field === 'level'))
  const removed = roles.touched.filter(({ isDeleted }) => isDeleted)
  const roleGranterOf = useRoleGranters(
    email,
    [...regranted, ...removed].map(({ key }) => ({ project: key, version: members.get(key)?.version })),
  )
  const form = useFormFields({
    draft: profile,
    schema: isNew ? profileValues : profileValues.omit({ email: true }),
    ...descriptions,
    by: (field, value) =>
      whoChanged(changes, {
        id: baseline.profile?.id ?? '',
        field,
        value,
        valuesOf: (fields) => valuesOf(fields, email),
      }),
    aliases: { user: 'email' },
  })
  const memberLabels = useMemberLabels(customer)
  const describeConflicts = useConflicts()
  const conflictsOf = (project: string) => {
    const name = projectName(project)
    return describeConflicts(roles.of(project), {
      label(field) {
        const label = memberLabels.label(field)
        return t`${label} in ${name}`
      },
      textOf: memberLabels.textOf,
      by: (field, value) =>
        field === 'level'
          ? roleGranterOf(project)
          : whoChanged(changes, {
              id: members.get(project)?.id ?? '',
              field,
              value,
              valuesOf: (fields) => memberValues(fields, timeZone),
            }),
    }).map((conflict) => ({ ...conflict, key: `${project} ${conflict.key}` }))
  }

  const [changeSets] = useState(() => userChangeSets())
  /** Discards the cached records: otherwise the next opening would report this save as somebody else's change. */
  function discard() {
    for (const { queryKey } of [profileQuery, membersQuery]) queries.removeQueries({ queryKey, exact: true })
  }
  const edited: EditedUser = {
    profile,
    roles,
    isEditedSince: (sent) => profile.isEditedSince(sent.profile) || roles.isEditedSince(sent.roles),
    continueFrom(sent) {
      profile.continueFrom(sent.profile)
      roles.continueFrom(sent.roles)
    },
  }
  const save = useRebasedSave<UserBaseline, ChangeSet | undefined>({
    baseline,
    async send(now) {
      if (viewsOn(now).some(({ conflicts }) => conflicts.length > 0)) throw new StaleRecordError()
      return saveUser(changesOn(now), changeSets)
    },
    async reload() {
      if (isNew) return baseline
      const [read, others] = await Promise.all([
        queries.fetchQuery({ ...profileQuery, staleTime: 0 }),
        queries.fetchQuery({ ...membersQuery, staleTime: 0 }),
      ])
      return { profile: read.records[0], members: others.records }
    },
    hasConflicts: (now) =>
      viewsOn(now).some(({ conflicts, isDeleted, isDirty }) => conflicts.length > 0 || (isDeleted && isDirty)),
    invalidates: [customerUserProfiles, projectMembers],
    draft: isNew ? undefined : edited,
    onRefused: form.refuse,
    onSaved,
    leave() {
      discard()
      leave()
    },
    notifyAfterLeaving: discard,
  })

  /** The changed memberships, rebased on the current data. */
  const rolesOn = (now: UserBaseline) =>
    roles.touched.map((draft) => {
      const member = now.members.find(({ project }) => project === draft.key)
      const under = memberBaseline(member, timeZone)
      return { project: draft.key, member, before: under.values, view: draft.on(under) }
    })

  const viewsOn = (now: UserBaseline) => [
    profile.on(profileBaseline(now.profile, email)),
    ...rolesOn(now).map(({ view }) => view),
  ]

  function changesOn(now: UserBaseline) {
    const view = profile.on(profileBaseline(now.profile, email))
    return {
      customer,
      isNew,
      stored: now,
      email: user ?? view.values.email.trim().toLowerCase(),
      profile: now.profile,
      patch: view.isDirty ? profilePatch(view.changes) : undefined,
      roles: rolesOn(now).map(({ view: { values: after }, ...role }) => ({ ...role, after })),
    }
  }

  const today = dayOf(Date.now(), timeZone)
  return {
    profile,
    form,
    roles,
    members,
    /** The directory source that manages the profile, if any. */
    directorySource: baseline.profile?.directorySource ?? undefined,
    /** Login methods of the projects in which the person is a member, by project id. */
    methods: new Map(memberships.data?.included.map(({ id, providers }) => [id, providers as string[]])),
    save,
    readings: [
      { what: t`Profile`, isLoaded: isNew || profileResult.data !== undefined, error: profileResult.error },
      { what: t`Projects`, isLoaded: isNew || memberships.data !== undefined, error: memberships.error },
      loginMethods,
    ],
    isDirty: profile.isDirty || roles.isDirty,
    /** Whether the last save may have been applied though its response was lost: saving again returns its change set. */
    isUnanswered: () => changeSets.isUnanswered(baseline),
    /** Ids of the projects whose drafts cannot be saved as they are. */
    unsavable: roles.touched.flatMap(({ key, values }) => (isSavable(values, today) ? [] : [key])),
    conflicts: [...form.conflicts, ...disputed.flatMap(({ key }) => conflictsOf(key))],
    noteOf: (project: string) => conflictsOf(project)[0]?.note,
    /** Changed records that were deleted in the meantime, with the name of who deleted them where known. */
    deletedNames: [
      ...(profile.isDeleted && profile.isDirty
        ? [[t`the profile`, whoDeleted(changes, profileId ?? '')].filter(Boolean).join(' – ')]
        : []),
      ...removed.map(({ key }) => [projectName(key), roleGranterOf(key)].filter(Boolean).join(' – ')),
    ],
  }
}
