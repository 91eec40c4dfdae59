import type { Configuration } from '../../platform/configuration'
import { demoProviderPath } from '../federation/demo-address'

/** A person known to a demo provider. */
export interface DemoIdentity {
  subject: string
  givenName: string
  familyName: string
  email: string
  emailVerified: boolean
  /** What happens when this person signs in; shown on the page. */
  about: string
}

/** A simulated demo provider and its people. */
export interface DemoStage {
  name: string
  people: readonly DemoIdentity[]
}

/** The simulated providers of the demo world: one for anybody, and one with `emailMatch`, whose domain belongs to it. */
export const demoStages: Record<string, DemoStage> = {
  partner: {
    name: 'Partner Engineering',
    people: [
      {
        subject: 'ravi.menon',
        givenName: 'Ravi',
        familyName: 'Menon',
        email: 'guest@partner.example',
        emailVerified: true,
        about: 'has an account that is linked already: signed in at once',
      },
      {
        subject: 'leila.haddad',
        givenName: 'Leila',
        familyName: 'Haddad',
        email: 'leila@partner.example',
        emailVerified: true,
        about: 'is new, with an address that the provider verified: an account, or a link to one',
      },
      {
        subject: 'otto.brandt',
        givenName: 'Otto',
        familyName: 'Brandt',
        email: 'otto@partner.example',
        emailVerified: false,
        about: 'is new, with an address that nobody verified: it is proved by a mail first',
      },
    ],
  },
  stalbygg: {
    name: 'Stålbygg Øst',
    people: [
      {
        subject: 'runar.sto',
        givenName: 'Runar',
        familyName: 'Stø',
        email: 'runar@stalbygg.example',
        emailVerified: true,
        about: 'has an account that is linked already: signed in at once',
      },
      {
        subject: 'nils.vik',
        givenName: 'Nils',
        familyName: 'Vik',
        email: 'nils.vik@stalbygg.example',
        emailVerified: true,
        about: 'is new: gets an account by itself, because the provider owns the address',
      },
      {
        subject: 'eva.lund',
        givenName: 'Eva',
        familyName: 'Lund',
        email: 'eva.lund@stalbygg.example',
        emailVerified: false,
        about: 'is new, with an address that nobody verified: it is proved by a mail first',
      },
    ],
  },
}

/** The issuer of a demo provider. */
export const demoIssuer = ({ publicUrl }: Pick<Configuration, 'publicUrl'>, stage: string): string =>
  `${publicUrl}${demoProviderPath}/${stage}`
