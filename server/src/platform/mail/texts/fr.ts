import { headed, listed, type MailTexts, type RoleLabels, roleIn } from './mail-text'

/** The origin of an event. */
const where = ({ ip, browser }: { ip: string; browser: string | null }) => [
  `Adresse IP : ${ip}`,
  ...(browser ? [`Navigateur : ${browser}`] : []),
]

const roles: RoleLabels = { 5: 'Invité', 10: 'Utilisateur', 15: 'Workflows', 20: 'Admin' }

export const fr: MailTexts = {
  greeting: (name) => `Bonjour ${name},`,
  footer: (address) => `Lintel a envoyé ce message depuis ${address}. Les réponses ne sont pas lues.`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time, { remedy }) => ({
      subject: 'Vous avez été déconnecté de Lintel par sécurité',
      paragraphs: [
        `Le ${time(at)}, une clé de connexion de votre compte, déjà remplacée ou appartenant à un autre navigateur, a été utilisée. Cela arrive lorsqu’une clé a été copiée ; nous avons donc mis fin à la session correspondante.`,
        `Adresse IP : ${ip}`,
        ...(browser ? [`Navigateur : ${browser}`] : []),
        {
          password:
            'Si vous ne savez pas de quoi il s’agit, connectez-vous et changez votre mot de passe. Sinon, il suffit de vous reconnecter.',
          sessions:
            'Si vous ne savez pas de quoi il s’agit, connectez-vous, fermez toutes les autres sessions dans votre compte et changez votre mot de passe chez le fournisseur avec lequel vous vous connectez. Sinon, il suffit de vous reconnecter.',
          guestLink:
            'Si vous ne savez pas de quoi il s’agit, demandez un nouveau lien aux administrateurs du projet : le lien actuel ne sera alors plus valable. Sinon, il suffit d’ouvrir à nouveau votre lien.',
        }[remedy],
      ],
    }),
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} vous invite à rejoindre ${project}`,
      paragraphs: [
        `${inviter} vous invite à rejoindre le projet « ${project} » sur Lintel. Un compte a été créé pour vous : choisissez un mot de passe et vous pourrez commencer.`,
        `Le lien fonctionne une seule fois, jusqu’au ${time(expiresAt)}. Ne le transmettez à personne.`,
      ],
      action: { label: 'Choisir un mot de passe', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `Vous faites maintenant partie de ${project}`,
      paragraphs: [
        `${inviter} vous a ajouté au projet « ${project} » sur Lintel. Connectez-vous comme d’habitude pour l’ouvrir.`,
      ],
      action: { label: 'Ouvrir le projet', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} vous invite à rejoindre ${project}`,
      paragraphs: [
        `${inviter} vous invite au projet « ${project} » sur Lintel en tant qu’invité. Le lien vous permet d’entrer sans mot de passe.`,
        expiresAt === null
          ? 'Il fonctionne autant de fois que vous le souhaitez. Ne le transmettez à personne.'
          : `Il fonctionne autant de fois que vous le souhaitez, jusqu’au ${time(expiresAt)}. Ne le transmettez à personne.`,
      ],
      action: { label: 'Ouvrir le projet', link },
    }),
    'access-ends': ({ lines, more, endsAt }, time) => ({
      subject: 'Votre accès prend bientôt fin',
      paragraphs: [
        `Votre accès prend fin le ${time(endsAt)}. Ensuite, vous ne pourrez plus ouvrir :`,
        ...listed(lines, more, `et ${more} de plus`),
        'Si vous en avez encore besoin, adressez-vous aux administrateurs de vos projets.',
      ],
    }),
    'given-access-ends': ({ lines, more, endsAt, link, isOfSeveral }, time) => ({
      subject: 'Un accès que vous avez accordé prend bientôt fin',
      paragraphs: [
        `Un accès que vous avez accordé prend fin le ${time(endsAt)} :`,
        ...listed(lines, more, `et ${more} de plus`),
        'Si quelqu’un en a encore besoin, indiquez d’ici là une date ultérieure.',
      ],
      action: { label: isOfSeveral ? 'Ouvrir mes projets' : 'Ouvrir le projet', link },
    }),
    'second-factor-ahead': ({ customer, from, link }, time) => ({
      subject: `${customer} demandera la validation en deux étapes`,
      paragraphs: [
        `À partir du ${time(from)}, le mot de passe seul n’ouvrira plus les projets de ${customer}.`,
        'Configurez la validation en deux étapes avant cette date : deux minutes et un téléphone suffisent.',
      ],
      action: { label: 'Configurer la validation en deux étapes', link },
    }),
    'domain-missing': ({ customer, domain, record, lostAt, link }, time) => ({
      subject: `La vérification de ${domain} va être perdue`,
      paragraphs: [
        `L’enregistrement TXT par lequel ${customer} prouve que ${domain} lui appartient n’a pas été trouvé lors de notre vérification.`,
        `Demandez à la personne qui gère le DNS de ${domain} de le rétablir, exactement ainsi : ${record}`,
        `S’il n’est pas rétabli d’ici le ${time(lostAt)}, la vérification sera perdue. Les importations d’annuaire et SCIM n’accepteront alors plus de personnes de ce domaine, et les fournisseurs ne se porteront plus garants de ses adresses.`,
      ],
      action: { label: 'Voir le domaine', link },
    }),
    'domain-lost': ({ customer, domain, record, link }) => ({
      subject: `La vérification de ${domain} est perdue`,
      paragraphs: [
        `Pendant 14 jours, l’enregistrement TXT par lequel ${customer} prouve que ${domain} lui appartient est resté introuvable. Les importations d’annuaire et SCIM n’acceptent plus de personnes de ce domaine, et les fournisseurs ne se portent plus garants de ses adresses. Ceux qui ont un accès le gardent.`,
        `Pour le vérifier à nouveau, demandez à la personne qui gère le DNS de ${domain} de créer l’enregistrement exactement ainsi, puis contrôlez-le : ${record}`,
      ],
      action: { label: 'Vérifier à nouveau le domaine', link },
    }),
    'project-purge': ({ project, purgedAt, link }, time) => ({
      subject: `${project} sera bientôt définitivement effacé`,
      paragraphs: [
        `Le projet ${project} est supprimé. Il sera définitivement effacé le ${time(purgedAt)}, avec tout son contenu.`,
        'D’ici là, vous pouvez le restaurer.',
      ],
      action: { label: 'Restaurer le projet', link },
    }),
    'access-gained': ({ owned: [first, ...others], gained, more, link }) => ({
      subject: first === undefined ? 'Vous avez de nouveaux accès' : `Vous êtes désormais propriétaire de ${first}`,
      paragraphs: [
        ...(first === undefined
          ? []
          : [
              'Vous êtes désormais propriétaire de :',
              ...listed([first, ...others]),
              'Le propriétaire décide qui fait partie d’un projet et peut le transmettre ou le supprimer.',
            ]),
        ...headed('Vous avez reçu un accès à :', listed(gained.map(roleIn(roles)), more, `et ${more} de plus`)),
        'Vous pouvez désactiver ces messages dans votre profil.',
      ],
      action: { label: 'Ouvrir mes projets', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Votre code pour un nouveau mot de passe Lintel',
      paragraphs: [
        'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte.',
        `Votre code : ${code}`,
        `Il fonctionne une seule fois, jusqu’au ${time(expiresAt)}. Si ce n’était pas vous, il n’y a rien à faire : votre mot de passe reste le même.`,
      ],
      action: { label: 'Définir un nouveau mot de passe', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Confirmez votre nouveau mot de passe Lintel',
      paragraphs: [
        'Quelqu’un qui connaît le mot de passe actuel de votre compte a demandé à le remplacer.',
        `Si c’était vous, confirmez le nouveau mot de passe. Le lien fonctionne une seule fois, jusqu’au ${time(expiresAt)}.`,
        'Si ce n’était pas vous, ne le confirmez pas : quelqu’un connaît votre mot de passe. Demandez-en un nouveau sur la page de connexion.',
      ],
      action: { label: 'Confirmer le nouveau mot de passe', link },
    }),
    'provider-linked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Vous pouvez maintenant vous connecter à Lintel avec ${provider}`,
      paragraphs: [
        `Le ${time(at)}, votre compte a été associé à ${provider} : qui s’y connecte en votre nom est aussi connecté ici.`,
        `Adresse IP : ${ip}`,
        remedy === 'password'
          ? 'Si ce n’était pas vous, connectez-vous, supprimez l’association dans votre profil et changez votre mot de passe.'
          : 'Si ce n’était pas vous, connectez-vous, supprimez l’association dans votre profil et fermez toutes les autres sessions dans votre compte.',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time, { remedy }) => ({
      subject: `Vous ne pouvez plus vous connecter à Lintel avec ${provider}`,
      paragraphs: [
        `Le ${time(at)}, l’association entre votre compte et ${provider} a été supprimée.`,
        `Adresse IP : ${ip}`,
        remedy === 'password'
          ? 'Si ce n’était pas vous, changez votre mot de passe.'
          : 'Si ce n’était pas vous, connectez-vous et fermez toutes les autres sessions dans votre compte.',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Confirmez votre adresse pour Lintel',
      paragraphs: [
        `Quelqu’un s’est connecté chez ${provider} et a indiqué cette adresse comme la sienne. Si c’était vous, confirmez-la, puis connectez-vous de nouveau avec ${provider}.`,
        `Le lien fonctionne une fois, jusqu’au ${time(expiresAt)}. Ouvrez-le dans le navigateur avec lequel vous vous y êtes connecté. Si ce n’était pas vous, il n’y a rien à faire.`,
      ],
      action: { label: 'Confirmer l’adresse', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Vous avez un compte chez Lintel',
      paragraphs: [
        `Quelqu’un s’est connecté chez ${provider} et a indiqué cette adresse, qui a déjà un compte.`,
        `Si c’était vous : connectez-vous de nouveau avec ${provider}, choisissez « J’ai déjà un compte » et saisissez son mot de passe. Si ce n’était pas vous, il n’y a rien à faire.`,
      ],
    }),
    registration: ({ link, expiresAt }, time) => ({
      subject: 'Créez votre compte Lintel',
      paragraphs: [
        'Quelqu’un, sans doute vous, souhaite créer un compte Lintel avec cette adresse.',
        `Choisissez un mot de passe et créez votre premier projet. Le lien fonctionne une seule fois, jusqu’au ${time(expiresAt)}.`,
        'Si ce n’était pas vous, ne faites rien : sans ce lien, aucun compte n’est ouvert.',
      ],
      action: { label: 'Choisir un mot de passe', link },
    }),
    'registration-known': ({ link }) => ({
      subject: 'Vous avez déjà un compte Lintel',
      paragraphs: [
        'Quelqu’un, sans doute vous, a voulu créer un compte Lintel avec cette adresse. Il en existe déjà un : connectez-vous pour créer un projet. La page de connexion permet de définir un nouveau mot de passe.',
      ],
      action: { label: 'Se connecter', link },
    }),
    'deletion-noted': ({ at, link, hasAdministrators }, time, { support }) => ({
      subject: 'La suppression de votre compte est demandée',
      paragraphs: [
        hasAdministrators
          ? `Nous avons noté le ${time(at)} que la suppression de votre compte est demandée. Notre équipe et les administrateurs de votre entreprise en sont informés et vous écriront. Rien n’a encore été supprimé.`
          : `Nous avons noté le ${time(at)} que la suppression de votre compte est demandée. Notre équipe en est informée et vous écrira. Rien n’a encore été supprimé.`,
        'Si vous changez d’avis, ou si ce n’était pas vous, retirez la demande.',
        support === null
          ? 'Si vous ne pouvez pas vous connecter pour le faire, prévenez votre administrateur système.'
          : `Si vous ne pouvez pas vous connecter pour le faire, écrivez à ${support}.`,
      ],
      action: { label: 'Voir ou retirer la demande', link },
    }),
    'deletion-asked': ({ email, owned, more, memberships, link }) => ({
      subject: `${email} demande la suppression de son compte`,
      paragraphs: [
        `${email} a demandé la suppression de son compte. Rien n’a encore été supprimé.`,
        ...(owned.length > 0
          ? [
              'Cette personne est propriétaire des projets suivants, qui ont d’abord besoin d’un autre propriétaire :',
              ...listed(owned, more, `et ${more} de plus`),
            ]
          : []),
        `Participations aux projets d’autres personnes qui prendraient fin : ${memberships}.`,
      ],
      action: { label: 'Répondre à la demande', link },
    }),
    'deletion-withdrawn': ({ email }) => ({
      subject: `${email} garde son compte`,
      paragraphs: [`${email} ne souhaite plus la suppression de son compte. Il n’y a plus rien à faire.`],
    }),
    'deletion-answered': ({ customer, outcome, reason }) => {
      const isDone = outcome === 'done'
      if (customer === null)
        return isDone
          ? {
              subject: 'Votre compte est supprimé',
              paragraphs: [
                'Votre compte a été supprimé, comme vous l’avez demandé. Vos participations aux projets ont pris fin et plus personne ne peut se connecter avec ce compte.',
                ...(reason ? [reason] : []),
              ],
            }
          : {
              subject: 'Votre compte est conservé',
              paragraphs: [
                'Votre demande de suppression de compte a été refusée :',
                reason,
                'Vous pouvez la renouveler à tout moment.',
              ],
            }
      return isDone
        ? {
            subject: `${customer} a traité votre demande`,
            paragraphs: [
              `Les administrateurs de ${customer} ont traité votre demande de suppression de compte. Notre équipe décide ensuite ; rien n’a encore été supprimé.`,
              ...(reason ? [reason] : []),
            ],
          }
        : {
            subject: `${customer} s’oppose à la suppression de votre compte`,
            paragraphs: [
              `Les administrateurs de ${customer} s’opposent à la suppression de votre compte :`,
              reason,
              'Notre équipe décide ensuite ; rien n’a encore été supprimé.',
            ],
          }
    },
    'trial-ends': ({ project, endsAt, link }, time, { support }) => ({
      subject: `L’essai de ${project} se termine bientôt`,
      paragraphs: [
        `L’essai de votre projet « ${project} » se termine le ${time(endsAt)}. Le projet est ensuite mis en veille : vous et ses administrateurs pourrez encore le lire, mais personne ne pourra le modifier.`,
        support === null
          ? 'Adressez-vous à votre administrateur système si vous souhaitez continuer à y travailler.'
          : `Écrivez à ${support} si vous souhaitez continuer à y travailler.`,
      ],
      action: { label: 'Ouvrir le projet', link },
    }),
    'email-proof': ({ link, expiresAt }, time) => ({
      subject: 'Confirmez votre adresse e-mail pour Lintel',
      paragraphs: [
        'Quelqu’un, sans doute vous, est connecté à Lintel avec cette adresse et souhaite voir tout ce qui a été partagé avec elle.',
        `Confirmez que la boîte de réception est la vôtre et choisissez un nouveau mot de passe. Le lien fonctionne une seule fois, jusqu’au ${time(expiresAt)}. Tout autre accès au compte prend fin : anciens mots de passe, validation en deux étapes, fournisseurs associés et sessions ouvertes.`,
        'Si ce n’était pas vous, vous pouvez ignorer cet e-mail : personne n’obtient d’accès sans votre confirmation.',
      ],
      action: { label: 'Confirmer l’adresse e-mail', link },
    }),
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Confirmez votre nouvelle adresse pour Lintel',
      paragraphs: [
        `Quelqu’un a demandé à utiliser cette adresse pour le compte Lintel dont l’adresse est actuellement ${current}. Si c’était vous, confirmez-la : connectez-vous à ce compte et ouvrez le lien.`,
        `Le lien fonctionne une fois, jusqu’au ${time(expiresAt)}. Si ce n’était pas vous, il n’y a rien à faire.`,
      ],
      action: { label: 'Confirmer l’adresse', link },
    }),
    'email-change-requested': ({ to, at, ip }, time, { remedy }) => ({
      subject: 'Une autre adresse est demandée pour votre compte Lintel',
      paragraphs: [
        `Le ${time(at)}, quelqu’un a demandé que votre compte utilise désormais ${to}. Il garde cette adresse-ci tant que la nouvelle n’est pas confirmée.`,
        `Adresse IP : ${ip}`,
        remedy === 'password'
          ? 'Si ce n’était pas vous, connectez-vous, retirez la demande dans votre profil et changez votre mot de passe.'
          : 'Si ce n’était pas vous, connectez-vous, retirez la demande dans votre profil et fermez toutes les autres sessions dans votre compte.',
      ],
    }),
    'email-changed': ({ to, at, ip }, time, { support }) => ({
      subject: 'Votre compte Lintel a une autre adresse',
      paragraphs: [
        `Le ${time(at)}, l’adresse de votre compte est devenue ${to}. C’est avec elle que vous vous connectez désormais ; votre mot de passe et vos projets restent les mêmes.`,
        `Adresse IP : ${ip}`,
        support === null
          ? 'Si ce n’était pas vous, prévenez immédiatement votre administrateur système : qui possède la nouvelle adresse peut réinitialiser votre mot de passe.'
          : `Si ce n’était pas vous, écrivez immédiatement à ${support} : qui possède la nouvelle adresse peut réinitialiser votre mot de passe.`,
      ],
    }),
    'new-browser': (seen, time, { remedy }) => ({
      subject: 'Nouvelle connexion à votre compte Lintel',
      paragraphs: [
        `Le ${time(seen.at)}, vous vous êtes connecté depuis un navigateur ou un programme qui n’avait encore jamais été utilisé avec votre compte.`,
        ...where(seen),
        {
          password:
            'Si c’était vous, il n’y a rien à faire. Sinon, changez votre mot de passe : toutes les autres sessions seront fermées.',
          sessions:
            'Si c’était vous, il n’y a rien à faire. Sinon, fermez toutes les autres sessions dans votre compte et changez votre mot de passe chez le fournisseur avec lequel vous vous connectez.',
          guestLink:
            'Si c’était vous, il n’y a rien à faire. Sinon, demandez aux administrateurs du projet un nouveau lien, qui met fin au lien actuel, et fermez toutes les autres sessions dans votre compte.',
        }[remedy],
      ],
    }),
    'right-after-failures': (seen, time) => ({
      subject: 'Connexion à Lintel après des mots de passe erronés',
      paragraphs: [
        `Le ${time(seen.at)}, le bon mot de passe de votre compte a été saisi après plusieurs mots de passe erronés de suite.`,
        ...where(seen),
        `Mots de passe erronés auparavant : ${seen.failures}`,
        'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un a deviné votre mot de passe : changez-le immédiatement.',
      ],
    }),
    'second-factor-failed': (seen, time) => ({
      subject: 'Votre mot de passe Lintel a été utilisé sans le code de vérification',
      paragraphs: [
        `Le ${time(seen.at)}, quelqu’un a saisi le bon mot de passe de votre compte, mais aucun code valable. L’accès lui a été refusé.`,
        ...where(seen),
        'Si ce n’était pas vous, quelqu’un connaît votre mot de passe : changez-le.',
      ],
    }),
    'second-factor-enabled': (seen, time) => ({
      subject: 'Votre compte Lintel a désormais la validation en deux étapes',
      paragraphs: [
        `Le ${time(seen.at)}, la validation en deux étapes a été configurée : la connexion par mot de passe demande désormais aussi un code.`,
        ...where(seen),
        'Si ce n’était pas vous, changez votre mot de passe et adressez-vous aux administrateurs de vos projets.',
      ],
    }),
    'second-factor-disabled': (seen, time) => ({
      subject: 'La validation en deux étapes de votre compte Lintel a été retirée',
      paragraphs: [
        `Le ${time(seen.at)}, la validation en deux étapes de votre compte a été retirée, avec ses codes de récupération : le mot de passe suffit pour se connecter.`,
        ...where(seen),
        'Si ce n’était pas vous, changez votre mot de passe et configurez à nouveau la validation en deux étapes.',
      ],
    }),
    'second-factor-removed-by-staff': ({ at }, time, { support }) => ({
      subject: 'La validation en deux étapes de votre compte Lintel a été retirée par notre équipe',
      paragraphs: [
        `Le ${time(at)}, notre équipe a retiré la validation en deux étapes de votre compte : l’application d’authentification avec ses codes de récupération, et vos clés d’accès. Toutes vos sessions ont été fermées.`,
        'Connectez-vous et configurez à nouveau la validation en deux étapes dans votre compte.',
        support === null
          ? 'Si vous ne l’avez pas demandé, demandez immédiatement un nouveau mot de passe sur la page de connexion et prévenez votre administrateur système.'
          : `Si vous ne l’avez pas demandé, demandez immédiatement un nouveau mot de passe sur la page de connexion et écrivez à ${support}.`,
      ],
    }),
    'passkey-added': (seen, time) => ({
      subject: 'Une clé d’accès a été ajoutée à votre compte Lintel',
      paragraphs: [
        `Le ${time(seen.at)}, une clé d’accès a été ajoutée à votre compte : elle vous connecte sans mot de passe.`,
        ...where(seen),
        'Si ce n’était pas vous, supprimez-la dans votre compte et changez votre mot de passe.',
      ],
    }),
    'passkey-removed': (seen, time) => ({
      subject: 'Une clé d’accès de votre compte Lintel a été supprimée',
      paragraphs: [
        `Le ${time(seen.at)}, une clé d’accès de votre compte a été supprimée : elle ne permet plus de se connecter.`,
        ...where(seen),
        'Si ce n’était pas vous, changez votre mot de passe et vérifiez où vous êtes connecté.',
      ],
    }),
    'recovery-codes-renewed': (seen, time) => ({
      subject: 'Nouveaux codes de récupération pour votre compte Lintel',
      paragraphs: [
        `Le ${time(seen.at)}, de nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne sont plus valables.`,
        ...where(seen),
        'Si ce n’était pas vous, changez votre mot de passe et créez de nouveaux codes de récupération.',
      ],
    }),
    'recovery-code-used': (seen, time) => ({
      subject: 'Un code de récupération de votre compte Lintel a été utilisé',
      paragraphs: [
        `Le ${time(seen.at)}, l’un de vos codes de récupération a été utilisé. Il ne peut plus servir.`,
        ...where(seen),
        `Codes de récupération restants : ${seen.left}`,
        'Si ce n’était pas vous, changez votre mot de passe et créez de nouveaux codes de récupération.',
      ],
    }),
    'password-changed': (seen, time) => ({
      subject: 'Votre mot de passe Lintel a été modifié',
      paragraphs: [
        `Le ${time(seen.at)}, le mot de passe de votre compte a été modifié. Toutes vos autres sessions ont été fermées.`,
        ...where(seen),
        'Si ce n’était pas vous, demandez immédiatement un nouveau mot de passe sur la page de connexion.',
      ],
    }),
  },
}
