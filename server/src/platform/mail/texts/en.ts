import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `IP address: ${ip}`,
  ...(browser ? [`Browser: ${browser}`] : []),
]

const roles: RoleLabels = { 5: 'Guest', 10: 'User', 15: 'Workflows', 20: 'Admin' }

export const en: MailTexts = {
  greeting: (name) => `Hello ${name},`,
  footer: (address) => `Lintel sent this mail from ${address}. Replies to it are not read.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: 'You were signed out of Lintel for your safety',
      paragraphs: [
        `On ${time(at)} somebody used a sign-in key of your account that had already been replaced or belongs to another browser. That happens when a key was copied, so we ended the session it belonged to.`,
        `IP address: ${ip}`,
        ...(browser ? [`Browser: ${browser}`] : []),
        {
          password:
            'If you do not know what this was, sign in and change your password. Otherwise simply sign in again.',
          sessions:
            'If you do not know what this was, sign in, sign out everywhere else in your account, and change your password at the provider that signs you in. Otherwise simply sign in again.',
          guestLink:
            'If you do not know what this was, ask the administrators of the project for a new link, with which the present one ends. Otherwise simply open your link again.',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} invites you to ${project}`,
      paragraphs: [
        `${inviter} invites you to the project “${project}” at Lintel. An account has been created for you. Choose a password to begin.`,
        `The link works once, until ${time(expiresAt)}. Please do not pass it on.`,
      ],
      action: { label: 'Choose a password', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `You are now in ${project}`,
      paragraphs: [`${inviter} added you to the project “${project}” at Lintel. Sign in as you always do to open it.`],
      action: { label: 'Open the project', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} invites you to ${project}`,
      paragraphs: [
        `${inviter} invites you to the project “${project}” at Lintel as a guest. The link lets you in without a password.`,
        expiresAt === null
          ? 'It works as often as you like. Please do not pass it on.'
          : `It works as often as you like until ${time(expiresAt)}. Please do not pass it on.`,
      ],
      action: { label: 'Open the project', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'Your access ends soon',
      paragraphs: [
        `Your access ends on ${time(endsAt)}. Afterwards you can no longer open:`,
        ...listed(lines, more, `and ${more} more`),
        'If you still need it, ask the administrators of your projects.',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: 'Access that you gave ends soon',
      paragraphs: [
        `Access that you gave ends on ${time(endsAt)}:`,
        ...listed(lines, more, `and ${more} more`),
        'If somebody still needs it, give them a later date before then.',
      ],
      action: { label: isOfSeveral ? 'Open my projects' : 'Open the project', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} will ask for two-step verification`,
      paragraphs: [
        `From ${time(from)} on, a password alone does not open the projects of ${customer} any more.`,
        'Set up two-step verification before then: it takes two minutes and a phone.',
      ],
      action: { label: 'Set up two-step verification', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `The proof of ${domain} is about to be lost`,
      paragraphs: [
        `The TXT record by which ${customer} proves that ${domain} is its own was not found when we looked for it.`,
        `Ask whoever manages the DNS of ${domain} to add it again, exactly as follows: ${record}`,
        `If it is not there again by ${time(lostAt)}, the verification is lost. Then directory imports and SCIM no longer accept people of this domain, and providers no longer vouch for its addresses.`,
      ],
      action: { label: 'See the domain', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `The verification of ${domain} is lost`,
      paragraphs: [
        `For 14 days the TXT record by which ${customer} proves that ${domain} is its own was not found. Directory imports and SCIM no longer accept people of this domain, and providers no longer vouch for its addresses. Whoever has access keeps it.`,
        `To verify it again, ask whoever manages the DNS of ${domain} to add the record exactly as follows, and check it afterwards: ${record}`,
      ],
      action: { label: 'Verify the domain again', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} will be removed for good soon`,
      paragraphs: [
        `The project ${project} is deleted. It will be removed for good on ${time(purgedAt)}, with everything in it.`,
        'Until then you can restore it.',
      ],
      action: { label: 'Restore the project', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? 'You have new access' : `You are now the owner of ${first}`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              'You are now the owner of:',
              ...listed([first, ...others]),
              'The owner decides who is in a project, and can hand it over or delete it.',
            ]),
        ...headed('You were given access to:', listed(gained.map(roleIn(roles)), more, `and ${more} more`)),
        'You can switch these mails off in your profile.',
      ],
      action: { label: 'Open my projects', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Your code for a new password at Lintel',
      paragraphs: [
        'Somebody, probably you, asked for a new password for your account.',
        `Your code: ${code}`,
        `It works once, until ${time(expiresAt)}. If it was not you, there is nothing to do: your password stays as it is.`,
      ],
      action: { label: 'Set a new password', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Confirm your new password at Lintel',
      paragraphs: [
        'Somebody who knows the present password of your account asked to replace it.',
        `If it was you, confirm the new password. The link works once, until ${time(expiresAt)}.`,
        'If it was not you, do not confirm it: somebody knows your password. Ask for a new one on the sign-in page.',
      ],
      action: { label: 'Confirm the new password', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} can now sign you in to Lintel`,
      paragraphs: [
        `On ${time(at)} your account was linked to ${provider}: whoever signs in there as you is signed in here.`,
        `IP address: ${ip}`,
        remedy === 'password'
          ? 'If you did not do this, sign in, remove the link in your profile and change your password.'
          : 'If you did not do this, sign in, remove the link in your profile and sign out everywhere else in your account.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `${provider} no longer signs you in to Lintel`,
      paragraphs: [
        `On ${time(at)} the link between your account and ${provider} was removed.`,
        `IP address: ${ip}`,
        remedy === 'password'
          ? 'If you did not do this, change your password.'
          : 'If you did not do this, sign in and sign out everywhere else in your account.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Confirm your address for Lintel',
      paragraphs: [
        `Somebody signed in at ${provider} and gave this address as theirs. If it was you, confirm it; then sign in with ${provider} again.`,
        `The link works once, until ${time(expiresAt)}. Open it in the browser in which you signed in there. If it was not you, there is nothing to do.`,
      ],
      action: { label: 'Confirm address', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'You have an account at Lintel',
      paragraphs: [
        `Somebody signed in at ${provider} and gave this address, which has an account already.`,
        `If it was you: sign in with ${provider} again, choose “I have an existing user”, and give the password of your account. If it was not you, there is nothing to do.`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Create your account at Lintel',
      paragraphs: [
        'Somebody, probably you, wants to create an account at Lintel with this address.',
        `Choose a password and create your first project. The link works once, until ${time(expiresAt)}.`,
        'If it was not you, do nothing: no account is opened without this link.',
      ],
      action: { label: 'Choose a password', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'You have an account at Lintel already',
      paragraphs: [
        'Somebody, probably you, wanted to create an account at Lintel with this address. It has one: sign in to create a project. On the sign-in page you can set a new password.',
      ],
      action: { label: 'Sign in', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'Your account is to be deleted',
      paragraphs: [
        hasAdministrators
          ? `We noted on ${time(at)} that your account is to be deleted. Our staff and the administrators of your company have been notified and will contact you by mail. Nothing has been deleted yet.`
          : `We noted on ${time(at)} that your account is to be deleted. Our staff have been notified and will contact you by mail. Nothing has been deleted yet.`,
        'If you change your mind, or if this was not you, withdraw it.',
        support === null
          ? 'If you cannot sign in to do so, tell your system administrator.'
          : `If you cannot sign in to do so, write to ${support}.`,
      ],
      action: { label: 'See or withdraw the request', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} asks for their account to be deleted`,
      paragraphs: [
        `${email} has asked for their account to be deleted. Nothing has been deleted yet.`,
        ...(owned.length > 0
          ? [
              'These projects are owned by this person, and need another owner first:',
              ...listed(owned, more, `and ${more} more`),
            ]
          : []),
        `Memberships in projects of others that would end: ${memberships}.`,
      ],
      action: { label: 'Answer the request', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} keeps their account`,
      paragraphs: [`${email} no longer wants their account to be deleted. There is nothing left to do.`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'Your account is deleted',
              paragraphs: [
                'Your account has been deleted, as you asked. Your memberships have ended, and nobody signs in with it any more.',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'Your account stays',
              paragraphs: [
                'Your request for your account to be deleted was refused:',
                reason,
                'You can ask again at any time.',
              ],
            }
      return isDone
        ? {
            subject: `${customer} has dealt with your request`,
            paragraphs: [
              `The administrators of ${customer} have dealt with your request for your account to be deleted. Our staff decide about it next; nothing has been deleted yet.`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} objects to the deletion of your account`,
            paragraphs: [
              `The administrators of ${customer} object to the deletion of your account:`,
              reason,
              'Our staff decide about it next; nothing has been deleted yet.',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `The trial of ${project} ends soon`,
      paragraphs: [
        `The trial of your project “${project}” ends on ${time(endsAt)}. The project is then hibernated: you and its administrators can still read it, and nobody can change it.`,
        support === null
          ? 'Ask your system administrator if you want to keep working in it.'
          : `Write to ${support} if you want to keep working in it.`,
      ],
      action: { label: 'Open the project', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Confirm your email for Lintel',
      paragraphs: [
        'Somebody, probably you, is signed in to Lintel with this address and wants to see everything that was shared with it.',
        `Confirm that the mailbox is yours and choose a new password. The link works once, until ${time(expiresAt)}. Every other way into the account ends: earlier passwords, two-step verification, linked providers and open sessions.`,
        'If it was not you, you can ignore this mail: nobody gains access unless you confirm.',
      ],
      action: { label: 'Confirm the email', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Confirm your new address for Lintel',
      paragraphs: [
        `Somebody asked to use this address for the Lintel account that is now at ${current}. If it was you, confirm it: sign in to that account, and open the link.`,
        `The link works once, until ${time(expiresAt)}. If it was not you, there is nothing to do.`,
      ],
      action: { label: 'Confirm address', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Your Lintel account is to get another address',
      paragraphs: [
        `On ${time(at)} somebody asked for your account to be at ${to} from now on. It stays at this address until the new one is confirmed.`,
        `IP address: ${ip}`,
        remedy === 'password'
          ? 'If it was not you, sign in, withdraw the request in your profile and change your password.'
          : 'If it was not you, sign in, withdraw the request in your profile and sign out everywhere else in your account.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Your Lintel account has another address',
      paragraphs: [
        `On ${time(at)} the address of your account became ${to}. From now on you sign in with it; your password and your projects are the same.`,
        `IP address: ${ip}`,
        support === null
          ? 'If you did not do this, tell your system administrator at once: whoever has the new address can reset your password.'
          : `If you did not do this, write to ${support} at once: whoever has the new address can reset your password.`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'New sign-in to your Lintel account',
      paragraphs: [
        `On ${time(seen.at)} you signed in from a browser or program that had not been used with your account before.`,
        ...where(seen),
        {
          password:
            'If it was you, there is nothing to do. If not, change your password: that signs everybody out everywhere else.',
          sessions:
            'If it was you, there is nothing to do. If not, sign out everywhere else in your account, and change your password at the provider that signs you in.',
          guestLink:
            'If it was you, there is nothing to do. If not, ask the administrators of the project for a new link, with which the present one ends, and sign out everywhere else in your account.',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'Sign-in to Lintel after wrong passwords',
      paragraphs: [
        `On ${time(seen.at)} the right password of your account was given after several wrong ones in a row.`,
        ...where(seen),
        `Wrong passwords before: ${seen.failures}`,
        'If it was you, there is nothing to do. If not, somebody has guessed your password: change it at once.',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Your Lintel password was used without the verification code',
      paragraphs: [
        `On ${time(seen.at)} somebody gave the right password of your account, but no right code. They were not let in.`,
        ...where(seen),
        'If it was not you, somebody knows your password: change it.',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Your Lintel account has two-step verification now',
      paragraphs: [
        `On ${time(seen.at)} two-step verification was set up: signing in with your password takes a code as well from now on.`,
        ...where(seen),
        'If you did not do this, change your password and contact the administrators of your projects.',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'Two-step verification of your Lintel account was removed',
      paragraphs: [
        `On ${time(seen.at)} two-step verification of your account was removed, with its recovery codes: your password alone signs you in.`,
        ...where(seen),
        'If you did not do this, change your password and set two-step verification up again.',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'Two-step verification of your Lintel account was removed by our staff',
      paragraphs: [
        `On ${time(at)} our staff removed two-step verification of your account: the authenticator app with its recovery codes, and your passkeys. You were signed out everywhere.`,
        'Sign in and set two-step verification up again in your account.',
        support === null
          ? 'If you did not ask for this, ask for a new password on the sign-in page at once and tell your system administrator.'
          : `If you did not ask for this, ask for a new password on the sign-in page at once and write to ${support}.`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'A passkey was added to your Lintel account',
      paragraphs: [
        `On ${time(seen.at)} a passkey was added to your account: it signs you in without a password.`,
        ...where(seen),
        'If you did not do this, remove it in your account and change your password.',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'A passkey of your Lintel account was removed',
      paragraphs: [
        `On ${time(seen.at)} a passkey of your account was removed: it no longer signs you in.`,
        ...where(seen),
        'If you did not do this, change your password and look through where you are signed in.',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'New recovery codes for your Lintel account',
      paragraphs: [
        `On ${time(seen.at)} new recovery codes were made for your account. The earlier ones no longer work.`,
        ...where(seen),
        'If you did not do this, change your password and make new recovery codes.',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'A recovery code of your Lintel account was used',
      paragraphs: [
        `On ${time(seen.at)} one of your recovery codes was used. It does not work again.`,
        ...where(seen),
        `Recovery codes left: ${seen.left}`,
        'If it was not you, change your password and make new recovery codes.',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Your Lintel password was changed',
      paragraphs: [
        `On ${time(seen.at)} the password of your account was changed. Everywhere else you were signed out.`,
        ...where(seen),
        'If you did not do this, ask for a new password on the sign-in page at once.',
      ],
    }),
  },
}
