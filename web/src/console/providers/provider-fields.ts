import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { emailRegexError } from '@lintel/contract/customers/email-regex'
import {
  type ClientAuthentication,
  providerId,
  type SsoProvider,
  type SsoProviderPatch,
  ssoProviders,
} from '@lintel/contract/customers/providers'
import { z } from 'zod'
import { patchOf, textOrNull } from '../../api/form/record-fields'
import type { RecordColumn } from '../../ui/grid/record-grid'

/** Form values of a provider. */
export interface ProviderValues {
  id: string
  name: string
  description: string
  icon: string
  color: string
  textColor: string
  landingPage: string
  logoutUri: string
  emailRegex: string
  emailMatch: boolean
  isPublic: boolean
  /** 'Show on login screen': the inverse of `hidden`. */
  isShown: boolean
  /** People can sign in there: the inverse of `isDisabled`. */
  isActive: boolean
  issuer: string
  clientId: string
  /** Empty while the stored secret is kept. */
  clientSecret: string
  clientAuthentication: ClientAuthentication
  scopes: string
}

const { shape } = ssoProviders.fields

/** Form schema, derived from the contract; the id of a new provider must be unique regardless of case. */
export const providerRules = (others: readonly SsoProvider[], isNew: boolean) =>
  z.object({
    ...(isNew && {
      id: providerId.refine(
        (typedId) => !others.some(({ id }) => id.toLowerCase() === typedId.toLowerCase()),
        'providerIdTaken',
      ),
    }),
    name: shape.name,
    description: textOrNull(shape.description),
    color: shape.color,
    textColor: shape.textColor,
    landingPage: textOrNull(shape.landingPage),
    logoutUri: textOrNull(shape.logoutUri),
    emailRegex: shape.emailRegex.refine((text) => !text || emailRegexError(text) === undefined, 'invalid'),
    issuer: textOrNull(shape.issuer),
    clientId: textOrNull(shape.clientId),
    scopes: textOrNull(shape.scopes),
  })

/** Form values of a provider or of its audit log snapshot. Defaults for a new one: hidden, private and not yet active. */
export function providerValues(record: object | undefined): ProviderValues {
  const provider = (record ?? {}) as Partial<SsoProvider>
  return {
    id: provider.id ?? '',
    name: provider.name ?? '',
    description: provider.description ?? '',
    icon: provider.icon ?? '',
    color: provider.color ?? '#ffffff',
    textColor: provider.textColor ?? '#000000',
    landingPage: provider.landingPage ?? '',
    logoutUri: provider.logoutUri ?? '',
    emailRegex: provider.emailRegex ?? '',
    emailMatch: provider.emailMatch ?? false,
    isPublic: provider.isPublic ?? false,
    isShown: !(provider.hidden ?? true),
    isActive: !(provider.isDisabled ?? true),
    issuer: provider.issuer ?? '',
    clientId: provider.clientId ?? '',
    clientSecret: '',
    clientAuthentication: provider.clientAuthentication ?? 'automatic',
    scopes: provider.scopes ?? '',
  }
}

/** Patch of changed form values; a secret is sent only if one was typed. */
export const providerPatch = ({ isShown, isActive, clientSecret, ...values }: Partial<ProviderValues>) =>
  ({
    ...patchOf(values),
    ...(isShown !== undefined && { hidden: !isShown }),
    ...(isActive !== undefined && { isDisabled: !isActive }),
    ...(clientSecret && { clientSecret }),
  }) as SsoProviderPatch

/** Labels of the fields of a provider. */
export function useProviderLabels(): Record<keyof ProviderValues, string> {
  const { t } = useLingui()
  return {
    id: t`Id`,
    name: t`Name`,
    description: t`Description`,
    icon: t`Icon`,
    color: t`Colour`,
    textColor: t`Text colour`,
    landingPage: t`Landing page`,
    logoutUri: t`Sign-out address`,
    emailRegex: t`Email pattern`,
    emailMatch: t`A verified email of this provider identifies the user`,
    isPublic: t`Public: offered to everybody`,
    isShown: t`Show on login screen`,
    isActive: t`Active: people can sign in`,
    issuer: t`Issuer`,
    clientId: t`Client id`,
    clientSecret: t`Client secret`,
    clientAuthentication: t`Client authentication`,
    scopes: t`Scopes`,
  }
}

/** Returns a function that describes the state of a provider. */
export function useProviderState() {
  const { t } = useLingui()
  return ({ isDisabled, activatedAt, hidden }: SsoProvider): string => {
    if (isDisabled) return activatedAt ? t`Switched off` : t`Being set up`
    return hidden ? t`Hidden` : t`Shown`
  }
}

/** Columns of the grid. */
export function useProviderColumns(): RecordColumn<SsoProvider>[] {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const labels = useProviderLabels()
  const stateOf = useProviderState()
  const yesOrEmpty = (is: boolean | undefined) => (is ? t`yes` : '')
  return [
    {
      ...{ id: 'name', title: labels.name, width: 260, value: ({ name }) => name },
      ...{ isPinned: true, isRowHeader: true, canHide: false },
    },
    { id: 'id', title: labels.id, width: 180, value: ({ id }) => id },
    { id: 'state', title: t`State`, width: 140, value: stateOf },
    { id: 'isPublic', title: t`Public`, width: 100, value: ({ isPublic }) => yesOrEmpty(isPublic) },
    {
      id: 'emailMatch',
      title: t`Email identifies the user`,
      width: 140,
      value: ({ emailMatch }) => yesOrEmpty(emailMatch),
    },
    { id: 'emailRegex', title: labels.emailRegex, width: 220, value: ({ emailRegex }) => emailRegex ?? '' },
    { id: 'issuer', title: labels.issuer, width: 280, value: ({ issuer }) => issuer ?? '' },
    {
      ...{ id: 'description', title: labels.description, width: 300 },
      ...{ value: ({ description }: SsoProvider) => description ?? '' },
    },
    {
      ...{ id: 'createdAt', title: t`Created`, width: 120, isHidden: true },
      value: ({ createdAt }) => (createdAt ? i18n.date(new Date(createdAt), { dateStyle: 'medium' }) : ''),
      compare: (one, other) => (one.createdAt ?? '').localeCompare(other.createdAt ?? '', 'en'),
    },
  ]
}
